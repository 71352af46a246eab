-- First part of meter(): calls that have ended are recorded, once each, and what they cost is charged to what was held for them.
-- Called by meter() alone, which has locked the accounts; its settings hold here, too. What was written is found again by
-- `(… in (select …)) is true`, which the planner hashes; as a join it would compare every row with every other.
create or replace function settle_calls(_settles json) returns meter_verdict[] language plpgsql as $$
declare
  _verdicts meter_verdict[];
  _resolved uuid[];
  _costs bigint[];
  _leases uuid[];
  _drawn bigint[];
  _spent bigint[];
  _again uuid[];
begin
  with item as materialized (
    select i.*, 1 + coalesce(i.repeats, 0) as times_sent, call_time(i.id) as at, time_step(i.time_ms) as step, l.owner_id, l.kind = 'machine' as h2h, a.id as account_id,
        h.held_micros, coalesce(i.booking_id, i.id) as booking
      from json_to_recordset(_settles) as i (
        id uuid, login_id integer, member_id integer, api text, function text, method text, priority smallint,
        path text, request_id uuid, task_id text, tag text, status_code integer, status_class text,
        http_status smallint, results integer, cost_micros bigint, time_ms integer, ip text, is_sandbox boolean,
        agent_id integer, via text, price_version integer, request jsonb, request_cut_at integer, error_code integer, error_class text, error_message text,
        error_reason text, error_scope text, error_limit_micros bigint, http_method text, repeats integer, lease_id uuid, lease_micros bigint,
        booking_id uuid
      )
      left join api_logins l on l.id = i.login_id
      left join ledger_accounts a on a.api_login_id = i.login_id
      left join lateral (
        select h.amount_micros as held_micros from ledger_holds h where h.id = coalesce(i.lease_id, i.id) and h.login_id = i.login_id limit 1
      ) h on true
  ),
  fresh as (
    insert into usage_events (id, at, owner_id, login_id, member_id, api, function, method, priority, path, request_id,
        task_id, tag, status_code, status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h, agent_id, via,
        price_version, http_method, repeats, booking_id)
      select id, at, owner_id, login_id, member_id, api, function, method, priority, path, request_id,
          task_id, tag, status_code, status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h, agent_id, via,
          price_version, http_method, times_sent - 1, case when cost_micros > 0 then nullif(booking, id) end
        from item
        where account_id is not null and cost_micros <= coalesce(held_micros, 0)
      on conflict do nothing returning id
  ),
  marked as materialized (select *, (id in (select f.id from fresh f)) is true as is_fresh from item),
  good as (select * from marked where is_fresh),
  charged as materialized (
    select booking, account_id, api, count(*) as calls, sum(cost_micros)::bigint as micros from good where cost_micros > 0 group by 1, 2, 3
  ),
  booked as (
    insert into ledger_transactions (id, kind, memo, actor, at, calls)
      select booking, 'usage', api, 'meter', call_time(booking), calls from charged
  ),
  entered as (
    insert into ledger_entries (transaction_id, account_id, amount_micros)
      select booking, account_id, -micros from charged
      union all
      select booking, (select w.id from ledger_accounts w where w.name = 'world:usage'), micros from charged
  ),
  asked as (
    insert into usage_params (id, at, request, cut_at)
      select id, at, request, request_cut_at from good where request is not null
  ),
  failed as (
    insert into error_events (id, at, kind, login_id, api, function, method, path, task_id, code, class, message,
        http_status, ip, is_sandbox, agent_id, via, reason, scope, limit_micros, http_method, repeats)
      select id, at, 'request', login_id, api, function, method, path, task_id, error_code, error_class, error_message,
          http_status, ip, is_sandbox, agent_id, via, error_reason, error_scope, error_limit_micros, http_method, times_sent - 1
        from good where error_code is not null
  ),
  minutes as (
    insert into usage_minutes as m (login_id, minute, api, function, method, priority, status_class, is_sandbox,
        requests, tasks, results, cost_micros, errors, time_ms_sum, times)
      select login_id, date_trunc('minute', at, 'UTC'), api, function, method, priority, status_class, is_sandbox,
          coalesce(sum(times_sent) filter (where request_id = id), 0), coalesce(sum(times_sent) filter (where task_id is not null), 0), sum(results), sum(cost_micros),
          coalesce(sum(times_sent) filter (where status_class not in ('ok', 'queued')), 0), sum(time_ms::bigint * times_sent),
          array[coalesce(sum(times_sent) filter (where step = 1), 0), coalesce(sum(times_sent) filter (where step = 2), 0), coalesce(sum(times_sent) filter (where step = 3), 0),
            coalesce(sum(times_sent) filter (where step = 4), 0), coalesce(sum(times_sent) filter (where step = 5), 0), coalesce(sum(times_sent) filter (where step = 6), 0),
            coalesce(sum(times_sent) filter (where step = 7), 0), coalesce(sum(times_sent) filter (where step = 8), 0), coalesce(sum(times_sent) filter (where step = 9), 0),
            coalesce(sum(times_sent) filter (where step = 10), 0), coalesce(sum(times_sent) filter (where step = 11), 0), coalesce(sum(times_sent) filter (where step = 12), 0),
            coalesce(sum(times_sent) filter (where step = 13), 0)]
        from good group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (login_id, minute, api, function, method, priority, status_class, is_sandbox) do update set
        requests = m.requests + excluded.requests, tasks = m.tasks + excluded.tasks,
        results = m.results + excluded.results, cost_micros = m.cost_micros + excluded.cost_micros,
        errors = m.errors + excluded.errors, time_ms_sum = m.time_ms_sum + excluded.time_ms_sum,
        times = add_times(m.times, excluded.times)
  ),
  stale as (
    insert into usage_stale (login_id, hour) select distinct login_id, date_trunc('hour', at, 'UTC') from good on conflict do nothing
  ),
  judged as (
    select *, case when account_id is null then 'no_account' when is_fresh or cost_micros = 0 then null
          when held_micros is null then 'no_hold' when cost_micros > held_micros then 'over_hold' end as refusal
      from marked
  ),
  drawn as (
    select lease_id, sum(lease_micros)::bigint as drawn, sum(cost_micros)::bigint as spent
      from good where lease_id is not null and lease_micros > 0 group by 1
  )
  select array_agg(row (id, login_id, refusal is null, refusal, null, null, null,
        case when refusal is not null then null when is_fresh then cost_micros else 0 end,
        refusal is null and not is_fresh, null, null, null)::meter_verdict),
      array_agg(id) filter (where lease_id is null and held_micros is not null and refusal is null),
      array_agg(case when is_fresh then cost_micros else 0 end) filter (where lease_id is null and held_micros is not null and refusal is null),
      (select array_agg(d.lease_id) from drawn d), (select array_agg(d.drawn) from drawn d), (select array_agg(d.spent) from drawn d),
      array_agg(id) filter (where not is_fresh and account_id is not null)
    into _verdicts, _resolved, _costs, _leases, _drawn, _spent, _again from judged j;
  if _again is not null then
    select * from judge_repeats(_verdicts, _again, _resolved, _costs) into _verdicts, _resolved, _costs;
  end if;
  if _resolved is not null then perform resolve_holds(_resolved, _costs); end if;
  if _leases is not null then perform draw_on_leases(_leases, _drawn, _spent); end if;
  return _verdicts;
end $$;

-- Calls that were not recorded now: one that was charged before is a repeat for what it cost then, and leaves no hold. Apart from
-- settle_calls(), as a plan that reads usage_events by its key opens every day of it.
create or replace function judge_repeats(_all meter_verdict[], _again uuid[], _held uuid[], _spent bigint[],
    out _verdicts meter_verdict[], out _resolved uuid[], out _costs bigint[]) language plpgsql as $$
declare
  _booked uuid[];
begin
  with booked as materialized (
    select e.id, e.login_id, e.cost_micros from unnest(_again) as a (id) join usage_events e on e.id = a.id and e.at = call_time(a.id)
      where e.cost_micros > 0
  )
  select array_agg(case when b.id is null then _all[n] else row (b.id, (_all[n]).login_id, true, null, null, null, null,
        case when b.login_id = (_all[n]).login_id then b.cost_micros end, true, null, null, null)::meter_verdict end order by n),
      array_agg(h.id) filter (where h.id <> all (coalesce(_held, '{}')))
    into _verdicts, _booked
    from generate_subscripts(_all, 1) as n
      left join booked b on b.id = (_all[n]).id left join ledger_holds h on h.id = b.id and h.login_id = (_all[n]).login_id;
  _resolved := _held || _booked;
  _costs := _spent || array_fill(0::bigint, array[coalesce(cardinality(_booked), 0)]);
end $$;
