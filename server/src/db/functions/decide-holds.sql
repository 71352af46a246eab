-- Second part of meter(): which of these calls can be paid, in the order they came in, each judged after those before it: by the
-- money of the account and by every limit that counts it. Writes nothing. Called by meter() alone, whose settings hold here, too.
create or replace function decide_holds(_holds json, out _verdicts meter_verdict[], out _taken ledger_holds[], out _by_agents boolean)
  language plpgsql as $$
declare
  _verdict meter_verdict;
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
  _verdicts := '{}';
  _taken := '{}';
  _by_agents := false;
  for _hold in
    select i.id, i.login_id, i.amount_micros, i.row, i.scopes, i.is_in_total, utc_day(call_time(i.id)) as day,
        a.id as account_id, a.balance_micros - a.floor_micros as money, a.held_micros as held, h.id is not null as is_held
      -- By the names of the columns: one that is new passes by itself, and what is not a column is not looked at.
      from (
        select j.id, j.login_id, j.amount_micros, j as row, spend_scopes(j) as scopes, total_scope(j) is not null as is_in_total,
            row_number() over () as place
          from json_populate_recordset(null::ledger_holds, _holds) as j
      ) i
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
          select u.* from (
            select l.scope, l.kind, l.limit_micros, case when l.kind = 'total' then
                coalesce((select t.spent_micros + t.held_micros from spend_totals t where t.login_id = l.login_id and t.scope = l.scope), 0)
                  + coalesce((select sum(t.amount_micros) from unnest(_taken) as t where t.login_id = l.login_id and total_scope(t) = l.scope), 0)::bigint
                else coalesce(s.spent_micros + s.held_micros, 0) end as used
              from spend_limits l left join spend_days s on s.login_id = l.login_id and s.day = _day and s.scope = l.scope
              where l.login_id = _hold.login_id
            union all
            select b.scope, b.kind, b.hard_micros, b.used_micros from hard_lines(_hold.login_id, _day, _taken) b
          ) u order by u.scope collate "C", u.kind
        ) l;
    end if;
    _verdict := row (_hold.id, _hold.login_id, false, null, null, null, null, null, false, null, null, null);
    _mine := _hold.scopes;
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
    if _verdict.limit_micros is not null then
      _verdict.has_leases := exists (select from ledger_holds h where h.is_lease and h.login_id = any (
        case when _verdict.reason = 'budget' then logins_beside(_hold.login_id) else array[_hold.login_id] end));
    end if;
    if _verdict.reason is null then
      _verdict.is_ok := true;
      _taken := _taken || _hold.row;
      _by_agents := _by_agents or _hold.is_in_total;
      _free := _free - _hold.amount_micros;
      for _n in 1 .. coalesce(cardinality(_scopes), 0) loop
        if _scopes[_n] = any (_mine) then _used[_n] := _used[_n] + _hold.amount_micros; end if;
      end loop;
    end if;
    _verdicts := _verdicts || _verdict;
  end loop;
end $$;

-- The same where no limit and no hard line counts any of these logins, and each has money for all of its calls: in one look, as most
-- commits are so. Returns null where one of them has to be judged after another.
create or replace function decide_unlimited_holds(_holds json, _logins integer[], out _verdicts meter_verdict[], out _taken ledger_holds[], out _by_agents boolean)
  language plpgsql as $$
begin
  if exists (select from spend_limits l where l.login_id = any (_logins)) or exists (
    select from api_logins l join budgets b on b.owner_id = l.owner_id where l.id = any (_logins) and b.hard_micros is not null
  ) then return; end if;
  select array_agg(row ((j.hold).id, (j.hold).login_id, true, null, null, null, null, null, false, null, null, null)::meter_verdict),
      array_agg(j.hold), bool_or(total_scope(j.hold) is not null)
    into _verdicts, _taken, _by_agents
    from (
      select h as hold, sum(h.amount_micros) over (partition by h.login_id) as wanted from json_populate_recordset(null::ledger_holds, _holds) as h
    ) j
    left join ledger_accounts a on a.api_login_id = (j.hold).login_id
    having bool_and(j.wanted <= a.balance_micros - a.floor_micros - a.held_micros
      and not exists (select from ledger_holds x where x.id = (j.hold).id)) is true and bool_and(a.id is not null);
end $$;
