-- One commit for many calls: settles first, then voids, then holds, each judged as if it had come alone. No id comes twice.
-- The planner is told to look rows up by their keys: it plans once, when the tables may still be empty. What was written is
-- found again by `(… in (select …)) is true`, which it hashes; as a join it would compare every row with every other.
create or replace function meter(_logins integer[], _settles json, _voids uuid[], _holds json) returns setof meter_verdict language plpgsql
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_material = off
  set plan_cache_mode = force_generic_plan
  set jit = off
  as $$
declare
  _verdicts meter_verdict[] := '{}';
  _verdict meter_verdict;
  _resolved uuid[];
  _costs bigint[];
  _taken ledger_holds[] := '{}';
  _updated bigint;
  _hold record;
  _account integer;
  _day date;
  _free bigint;
  _mine text[];
  -- The limits of the login in hand, and what is spent or held of each on the day in hand.
  _scopes text[];
  _kinds text[];
  _limits bigint[];
  _used bigint[];
begin
  perform from ledger_accounts a
    where a.api_login_id = any (_logins || array(select h.login_id from ledger_holds h where h.id = any (_voids)))
    order by a.id for no key update;

  if _settles is not null then
    with item as materialized (
      select i.*, call_time(i.id) as at, time_step(i.time_ms) as step, l.owner_id, l.kind = 'machine' as h2h, a.id as account_id,
          h.held_micros, t.id is not null as is_booked
        from json_to_recordset(_settles) as i (
          id uuid, login_id integer, member_id integer, api text, function text, method text, priority smallint,
          path text, request_id uuid, task_id text, tag text, status_code integer, status_class text,
          http_status smallint, results integer, cost_micros bigint, time_ms integer, ip text, is_sandbox boolean,
          agent_id integer, via text, price_version integer, request jsonb, request_cut_at integer, error_code integer, error_class text, error_message text
        )
        left join api_logins l on l.id = i.login_id
        left join ledger_accounts a on a.api_login_id = i.login_id
        left join lateral (
          select h.amount_micros as held_micros from ledger_holds h where h.id = i.id and h.login_id = i.login_id limit 1
        ) h on true
        left join lateral (select t.id from ledger_transactions t where t.id = i.id limit 1) t on true
    ),
    fresh as (
      insert into usage_events (id, at, owner_id, login_id, member_id, api, function, method, priority, path, request_id,
          task_id, tag, status_code, status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h, agent_id, via,
          price_version)
        select id, at, owner_id, login_id, member_id, api, function, method, priority, path, request_id,
            task_id, tag, status_code, status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h, agent_id, via,
            price_version
          from item
          where account_id is not null and not is_booked and cost_micros <= coalesce(held_micros, 0)
        on conflict do nothing returning id
    ),
    marked as materialized (select *, (id in (select f.id from fresh f)) is true as is_fresh from item),
    good as (select * from marked where is_fresh),
    booked as (
      insert into ledger_transactions (id, kind, memo, actor, at)
        select id, 'usage', api || '/' || function, 'meter', at from good where cost_micros > 0
    ),
    entered as (
      insert into ledger_entries (transaction_id, account_id, amount_micros)
        select id, account_id, -cost_micros from good where cost_micros > 0
        union all
        select id, (select w.id from ledger_accounts w where w.name = 'world:usage'), cost_micros from good where cost_micros > 0
    ),
    asked as (
      insert into usage_params (id, at, request, cut_at)
        select id, at, request, request_cut_at from good where request is not null
    ),
    failed as (
      insert into error_events (id, at, kind, login_id, api, function, method, path, task_id, code, class, message,
          http_status, ip, is_sandbox, agent_id, via)
        select id, at, 'request', login_id, api, function, method, path, task_id, error_code, error_class, error_message,
            http_status, ip, is_sandbox, agent_id, via
          from good where error_code is not null
    ),
    minutes as (
      insert into usage_minutes as m (login_id, minute, api, function, method, priority, status_class, is_sandbox,
          requests, tasks, results, cost_micros, errors, time_ms_sum, times)
        select login_id, date_trunc('minute', at, 'UTC'), api, function, method, priority, status_class, is_sandbox,
            count(*) filter (where request_id = id), count(task_id), sum(results), sum(cost_micros),
            count(*) filter (where status_class not in ('ok', 'queued')), sum(time_ms),
            array[count(*) filter (where step = 1), count(*) filter (where step = 2), count(*) filter (where step = 3),
              count(*) filter (where step = 4), count(*) filter (where step = 5), count(*) filter (where step = 6),
              count(*) filter (where step = 7), count(*) filter (where step = 8), count(*) filter (where step = 9),
              count(*) filter (where step = 10), count(*) filter (where step = 11), count(*) filter (where step = 12),
              count(*) filter (where step = 13)]
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
      select *, case when account_id is null then 'no_account' when is_fresh or is_booked or cost_micros = 0 then null
            when held_micros is null then 'no_hold' when cost_micros > held_micros then 'over_hold' end as refusal
        from marked
    )
    select array_agg(row (id, login_id, refusal is null, refusal, null, null, null,
          case when refusal is not null then null when is_fresh then cost_micros when not is_booked then 0
            else (select -e.amount_micros from ledger_entries e where e.transaction_id = j.id and e.account_id = j.account_id) end,
          refusal is null and not is_fresh, null, null)::meter_verdict),
        array_agg(id) filter (where held_micros is not null and refusal is null),
        array_agg(case when is_fresh then cost_micros else 0 end) filter (where held_micros is not null and refusal is null)
      into _verdicts, _resolved, _costs from judged j;
    if _resolved is not null then perform resolve_holds(_resolved, _costs); end if;
  end if;

  if _voids <> '{}' then
    _resolved := array(select resolve_holds(_voids, array_fill(0::bigint, array[cardinality(_voids)])));
    select _verdicts || array_agg(row (v, null, true, null, null, null, null, null, v <> all (_resolved), null, null)::meter_verdict)
      into _verdicts from unnest(_voids) as v;
  end if;

  if _holds is not null then
    for _hold in
      select i.*, utc_day(call_time(i.id)) as day, a.id as account_id, a.balance_micros - a.floor_micros as money,
          a.held_micros as held, h.id is not null as is_held
        from json_to_recordset(_holds) as i (
          place integer, id uuid, login_id integer, member_id integer, agent_id integer, api text, function text, amount_micros bigint
        )
        left join ledger_accounts a on a.api_login_id = i.login_id
        left join lateral (select h.id from ledger_holds h where h.id = i.id limit 1) h on true
        order by a.id, day, i.place
    loop
      if _hold.account_id is distinct from _account then
        _account := _hold.account_id;
        _free := _hold.money - _hold.held;
        _day := null;
      end if;
      if _hold.day is distinct from _day then
        _day := _hold.day;
        select array_agg(l.scope), array_agg(l.kind), array_agg(l.limit_micros), array_agg(l.used)
          into _scopes, _kinds, _limits, _used
          from (
            select l.*, case when l.kind = 'total' then
                coalesce((select t.spent_micros + t.held_micros from spend_totals t where t.login_id = l.login_id and t.scope = l.scope), 0)
                  + coalesce((select sum(t.amount_micros) from unnest(_taken) as t where t.login_id = l.login_id and '#' || t.agent_id = l.scope), 0)::bigint
                else coalesce(s.spent_micros + s.held_micros, 0) end as used
              from spend_limits l left join spend_days s on s.login_id = l.login_id and s.day = _day and s.scope = l.scope
              where l.login_id = _hold.login_id order by l.scope collate "C", l.kind
          ) l;
      end if;
      _verdict := row (_hold.id, _hold.login_id, false, null, null, null, null, null, false, null, null);
      _mine := spend_scopes(_hold.api, _hold.function, _hold.member_id, _hold.agent_id);
      if _account is null then
        _verdict.reason := 'no_account';
      elsif _hold.is_held then
        _verdict.reason := 'repeated';
      elsif _hold.amount_micros > _free then
        _verdict.reason := 'balance';
        _verdict.scope := '';
        _verdict.limit_micros := _hold.money;
        _verdict.spent_micros := _hold.money - _free;
      else
        for _n in 1 .. coalesce(cardinality(_scopes), 0) loop
          if _scopes[_n] = any (_mine) and _used[_n] + _hold.amount_micros > _limits[_n] then
            _verdict.reason := _kinds[_n];
            _verdict.scope := _scopes[_n];
            _verdict.limit_micros := _limits[_n];
            _verdict.spent_micros := _used[_n];
            exit;
          end if;
        end loop;
      end if;
      if _verdict.reason is null then
        _verdict.is_ok := true;
        _taken := _taken || row (_hold.id, _hold.login_id, _hold.member_id, _hold.api, _hold.function, _hold.amount_micros, _hold.agent_id)::ledger_holds;
        _free := _free - _hold.amount_micros;
        for _n in 1 .. coalesce(cardinality(_scopes), 0) loop
          if _scopes[_n] = any (_mine) then _used[_n] := _used[_n] + _hold.amount_micros; end if;
        end loop;
      end if;
      _verdicts := _verdicts || _verdict;
    end loop;

    insert into ledger_holds select t.* from unnest(_taken) as t;
    insert into spend_totals as s (login_id, scope, spent_micros, held_micros)
      select t.login_id, '#' || t.agent_id, 0, sum(t.amount_micros)
        from unnest(_taken) as t where t.agent_id is not null
        group by 1, 2
      on conflict (login_id, scope) do update set held_micros = s.held_micros + excluded.held_micros;
    -- Said once more by the account row itself: no path through the above can hold money that is not there.
    update ledger_accounts a set held_micros = a.held_micros + more.micros
      from (
        select (select x.ctid from ledger_accounts x where x.api_login_id = t.login_id) as place, sum(t.amount_micros)::bigint as micros
          from unnest(_taken) as t group by t.login_id
      ) more
      where a.ctid = more.place and a.balance_micros - a.held_micros - more.micros >= a.floor_micros;
    get diagnostics _updated = row_count;
    if _updated <> (select count(distinct t.login_id) from unnest(_taken) as t) then
      raise exception 'a hold would go below the floor of its account' using errcode = 'check_violation';
    end if;
    insert into spend_days as s (login_id, day, scope, spent_micros, held_micros)
      select t.login_id, utc_day(call_time(t.id)), scope, 0, sum(t.amount_micros)
        from unnest(_taken) as t, unnest(spend_scopes(t.api, t.function, t.member_id, t.agent_id)) as scope
        group by 1, 2, 3
      on conflict (login_id, day, scope) do update set held_micros = s.held_micros + excluded.held_micros;
  end if;

  return query
    select v.id, v.login_id, v.is_ok, v.reason, v.scope, v.limit_micros, v.spent_micros, v.cost_micros, v.is_repeat,
        a.balance_micros, a.held_micros
      from unnest(_verdicts) as v left join ledger_accounts a on a.api_login_id = v.login_id;
end $$;
