-- Ends calls that posted a task, and takes back calls that were booked although their caller was refused (is_refused): their outcomes, what is given back of their price, the errors of those that failed, and the
-- rollups of the minutes they were posted in. Returns those that ended now: one that has ended before, or was never booked, is
-- left as it is. No id comes twice. The planner is set to look rows up by their keys, as in meter().
create or replace function end_calls(_ends json) returns setof uuid language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  _logins integer[];
  -- Given beside the ids, so that only the partitions of these days are scanned.
  _from timestamptz;
  _to timestamptz;
  _ended uuid[];
begin
  select array_agg(distinct i.login_id), min(call_time(i.call_id)), max(call_time(i.call_id)) into _logins, _from, _to
    from json_to_recordset(_ends) as i (login_id integer, call_id uuid);
  perform from ledger_accounts a where a.api_login_id = any (_logins) order by a.id for no key update;

  with item as materialized (
    select e.*, i.status_code as end_code, i.status_class as end_class, i.message, i.results as end_results, i.is_refused is true as is_refused,
        case when i.is_refused then e.cost_micros else i.refunded_micros end as refunded_micros,
        i.finished_at, i.queue_ms, case when i.is_refused then e.time_ms else i.run_ms end as run_ms, refund_id(e.id) as refund, a.id as account_id, date_trunc('minute', e.at, 'UTC') as minute,
        spend_scopes(e) as scopes, total_scope(e) as total_scope
      from json_to_recordset(_ends) as i (
        login_id integer, call_id uuid, status_code integer, status_class text, message text, results integer,
        refunded_micros bigint, finished_at timestamptz, queue_ms integer, run_ms integer, is_refused boolean
      )
      join usage_events e on e.id = i.call_id and e.at = call_time(i.call_id) and e.at >= _from and e.at <= _to
        and e.login_id = i.login_id and case when i.is_refused
          then e.cost_micros > 0 and not exists (select from usage_refunds r where r.id = e.id)
          else e.status_code = 20100 and e.task_id is not null and e.cost_micros >= i.refunded_micros end
      join ledger_accounts a on a.api_login_id = e.login_id
  ),
  fresh as (
    insert into usage_outcomes (id, at, task_id, login_id, api, function, method, priority, is_sandbox, status_code, status_class,
        results, refunded_micros, finished_at, queue_ms, run_ms)
      select id, at, task_id, login_id, api, function, method, priority, is_sandbox, end_code, end_class,
          end_results, refunded_micros, finished_at, queue_ms, run_ms
        from item
      on conflict do nothing returning id
  ),
  good as materialized (select * from item where (id in (select f.id from fresh f)) is true),
  booked as (
    insert into ledger_transactions (id, kind, memo, actor, at)
      select refund, 'refund', api || '/' || function || ' ' || coalesce(task_id, id::text), 'gateway', finished_at from good where refunded_micros > 0
  ),
  entered as (
    insert into ledger_entries (transaction_id, account_id, amount_micros)
      select refund, account_id, refunded_micros from good where refunded_micros > 0
      union all
      select refund, (select w.id from ledger_accounts w where w.name = 'world:usage'), -refunded_micros from good where refunded_micros > 0
  ),
  spent as (
    -- A tag that was counted for a part of its calls only must not refuse what is given back.
    update spend_days s set spent_micros = case when is_tag_scope(s.scope) then greatest(s.spent_micros - back.micros, 0) else s.spent_micros - back.micros end
      from (
        select g.login_id, utc_day(g.at) as day, scope, sum(g.refunded_micros)::bigint as micros
          from good g, unnest(g.scopes) as scope where g.refunded_micros > 0 group by 1, 2, 3
      ) back
      where s.login_id = back.login_id and s.day = back.day and s.scope = back.scope
  ),
  spent_in_total as (
    update spend_totals s set spent_micros = s.spent_micros - back.micros
      from (
        select g.login_id, g.total_scope as scope, sum(g.refunded_micros)::bigint as micros
          from good g where g.refunded_micros > 0 and g.total_scope is not null group by 1, 2
      ) back
      where s.login_id = back.login_id and s.scope = back.scope
  ),
  failed as (
    insert into error_events (id, at, kind, login_id, api, function, method, path, task_id, code, class, message,
        http_status, ip, is_sandbox, agent_id, via, http_method)
      select id, at, 'request', login_id, api, function, method, path, task_id, end_code, end_class, message,
          case when is_refused then 503 else http_status end, ip, is_sandbox, agent_id, via, http_method
        from good where end_class <> 'ok'
  ),
  minutes as (
    insert into usage_minutes as m (login_id, minute, api, function, method, priority, status_class, is_sandbox,
        requests, tasks, results, cost_micros, errors, time_ms_sum, times)
      select login_id, minute, api, function, method, priority, class, is_sandbox,
          coalesce(sum(sign) filter (where is_first), 0), coalesce(sum(sign) filter (where is_task), 0), sum(results), sum(cost_micros), sum(errors), sum(sign * time_ms),
          array[coalesce(sum(sign) filter (where step = 1), 0), coalesce(sum(sign) filter (where step = 2), 0), coalesce(sum(sign)
              filter (where step = 3), 0), coalesce(sum(sign) filter (where step = 4), 0), coalesce(sum(sign) filter (where step =
              5), 0), coalesce(sum(sign) filter (where step = 6), 0), coalesce(sum(sign) filter (where step = 7), 0),
              coalesce(sum(sign) filter (where step = 8), 0), coalesce(sum(sign) filter (where step = 9), 0), coalesce(sum(sign)
              filter (where step = 10), 0), coalesce(sum(sign) filter (where step = 11), 0), coalesce(sum(sign) filter (where step =
              12), 0), coalesce(sum(sign) filter (where step = 13), 0)]::integer[]
        from (
          select login_id, minute, api, function, method, priority, status_class as class, is_sandbox, request_id = id as is_first,
              task_id is not null as is_task,
              -1 as sign, -results as results, -cost_micros as cost_micros, 0 as errors, time_ms::bigint, time_step(time_ms) as step
            from good
          union all
          select login_id, minute, api, function, method, priority, end_class, is_sandbox, request_id = id, task_id is not null,
              1, end_results, cost_micros - refunded_micros, case when end_class = 'ok' then 0 else 1 end, run_ms::bigint, time_step(run_ms)
            from good
        ) moved
        group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (login_id, minute, api, function, method, priority, status_class, is_sandbox) do update set
        requests = m.requests + excluded.requests, tasks = m.tasks + excluded.tasks,
        results = m.results + excluded.results, cost_micros = m.cost_micros + excluded.cost_micros,
        errors = m.errors + excluded.errors, time_ms_sum = m.time_ms_sum + excluded.time_ms_sum,
        times = add_times(m.times, excluded.times)
  ),
  stale as (
    insert into usage_stale (login_id, hour) select distinct login_id, date_trunc('hour', at, 'UTC') from good on conflict do nothing
  )
  select array_agg(id) into _ended from good;

  -- Of a minute whose last queued task has ended no row is left.
  delete from usage_minutes m
    where m.login_id = any (_logins) and m.times = array_fill(0, array[13])
      and m.minute = any (array(select distinct date_trunc('minute', call_time(id), 'UTC') from unnest(_ended) as id));
  return query select unnest(_ended);
end $$;
