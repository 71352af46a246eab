-- Third part of meter(): holds the money of the calls that can be paid, and counts it where their limits are looked up. Called by
-- meter() alone, whose settings hold here, too.
create or replace function take_holds(_taken ledger_holds[]) returns void language plpgsql as $$
declare
  _updated bigint;
begin
  insert into ledger_holds select t.* from unnest(_taken) as t;
  -- Checked again by the account row itself: no decision can hold money that is not there.
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
      from unnest(_taken) as t, unnest(spend_scopes(t)) as scope
      group by 1, 2, 3
    on conflict (login_id, day, scope) do update set held_micros = s.held_micros + excluded.held_micros;
end $$;

-- What agents hold counts in their totals, too. Apart from take_holds(), as most calls come from no agent.
create or replace function take_agent_totals(_taken ledger_holds[]) returns void language plpgsql as $$
begin
  insert into spend_totals as s (login_id, scope, spent_micros, held_micros)
    select t.login_id, total_scope(t), 0, sum(t.amount_micros)
      from unnest(_taken) as t where total_scope(t) is not null
      group by 1, 2
    on conflict (login_id, scope) do update set held_micros = s.held_micros + excluded.held_micros;
end $$;
