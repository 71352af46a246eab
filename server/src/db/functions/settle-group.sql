-- Records charged calls of one kind that a lease has admitted, all in one commit: the process adds up what they have in common, so that each
-- table is written by one small statement. What it cannot write as it is, as a call that was recorded before or a lease that is gone, it
-- refuses as a whole, and meter() judges each call. The planner is set to look rows up by their keys, as there.
create or replace function settle_group(_group json, _ids uuid[], _requests uuid[], _tasks text[], _tags text[], _results integer[], _costs bigint[], _times integer[],
    _params text[], _cuts integer[]) returns setof ledger_accounts language plpgsql
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_material = off
  set plan_cache_mode = force_generic_plan
  set jit = off
  as $$
declare
  _g record;
  _l record;
  _lease ledger_holds;
  _account integer;
  _booking uuid;
begin
  select * into _g from json_to_record(_group) as g (
    lease_id uuid, login_id integer, member_id integer, api text, function text, method text, priority smallint, path text, status_code integer,
    status_class text, http_status smallint, ip text, agent_id integer, via text, price_version integer, http_method text, booking_id uuid,
    minute timestamptz, lease_micros bigint, cost_micros bigint, requests integer, tasks integer, results integer, time_ms bigint, steps integer[]);
  select a.id into _account from ledger_accounts a where a.api_login_id = _g.login_id for no key update;
  select l.owner_id, l.kind = 'machine' as h2h into _l from api_logins l where l.id = _g.login_id;
  _booking := coalesce(_g.booking_id, _ids[1]);

  insert into usage_events (id, at, owner_id, login_id, member_id, api, function, method, priority, path, request_id, task_id, tag, status_code, status_class,
      http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h, agent_id, via, price_version, http_method, repeats, booking_id)
    select c.id, call_time(c.id), _l.owner_id, _g.login_id, _g.member_id, _g.api, _g.function, _g.method, _g.priority, _g.path, c.request_id, c.task_id, c.tag,
        _g.status_code, _g.status_class, _g.http_status, c.results, c.cost_micros, c.time_ms, _g.ip, false, _l.h2h, _g.agent_id, _g.via, _g.price_version,
        _g.http_method, 0, _g.booking_id
      from unnest(_ids, _requests, _tasks, _tags, _results, _costs, _times) as c (id, request_id, task_id, tag, results, cost_micros, time_ms);
  insert into usage_params (id, at, request, cut_at)
    select c.id, call_time(c.id), c.request::jsonb, c.cut_at from unnest(_ids, _params, _cuts) as c (id, request, cut_at) where c.request is not null;
  insert into ledger_transactions (id, kind, memo, actor, at, calls)
    values (_booking, 'usage', _g.api, 'meter', call_time(_booking), cardinality(_ids));
  insert into ledger_entries (transaction_id, account_id, amount_micros)
    values (_booking, _account, -_g.cost_micros), (_booking, (select w.id from ledger_accounts w where w.name = 'world:usage'), _g.cost_micros);
  insert into usage_minutes as m (login_id, minute, api, function, method, priority, status_class, is_sandbox, requests, tasks, results, cost_micros, errors, time_ms_sum, times)
    values (_g.login_id, _g.minute, _g.api, _g.function, _g.method, _g.priority, _g.status_class, false, _g.requests, _g.tasks, _g.results, _g.cost_micros, 0, _g.time_ms, _g.steps)
    on conflict (login_id, minute, api, function, method, priority, status_class, is_sandbox) do update set
      requests = m.requests + excluded.requests, tasks = m.tasks + excluded.tasks, results = m.results + excluded.results,
      cost_micros = m.cost_micros + excluded.cost_micros, time_ms_sum = m.time_ms_sum + excluded.time_ms_sum, times = add_times(m.times, excluded.times);
  insert into usage_stale (login_id, hour) values (_g.login_id, date_trunc('hour', _g.minute, 'UTC')) on conflict do nothing;

  update ledger_holds h set amount_micros = h.amount_micros - _g.lease_micros where h.id = _g.lease_id and h.login_id = _g.login_id returning h.* into _lease;
  if not found then raise exception 'the lease % is gone', _g.lease_id; end if;
  update spend_days s set spent_micros = s.spent_micros + _g.cost_micros, held_micros = s.held_micros - _g.lease_micros
    where s.login_id = _g.login_id and s.day = utc_day(call_time(_lease.id)) and s.scope = any (spend_scopes(_lease));
  if total_scope(_lease) is not null then
    update spend_totals s set spent_micros = s.spent_micros + _g.cost_micros, held_micros = s.held_micros - _g.lease_micros
      where s.login_id = _g.login_id and s.scope = total_scope(_lease);
  end if;
  return query update ledger_accounts a set held_micros = a.held_micros - _g.lease_micros where a.id = _account returning a.*;
end $$;
