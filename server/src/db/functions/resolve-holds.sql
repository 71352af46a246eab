-- Takes these holds away, gives their money back and counts what was spent of it; the caller has locked the accounts.
create or replace function resolve_holds(_ids uuid[], _costs bigint[]) returns setof uuid language plpgsql as $$
declare
  _gone ledger_holds[];
  _by_agents boolean;
begin
  with gone as (delete from ledger_holds h where h.id = any (_ids) returning h)
    select coalesce(array_agg(h), '{}'), coalesce(bool_or(total_scope(h) is not null), false) into _gone, _by_agents from gone;
  update ledger_accounts a set held_micros = a.held_micros - back.micros
    from (
      select (select x.ctid from ledger_accounts x where x.api_login_id = g.login_id) as place, sum(g.amount_micros)::bigint as micros
        from unnest(_gone) as g group by g.login_id
    ) back
    where a.ctid = back.place;
  -- Each of these rows is there since its calls were held: what is proposed here is never a new row, only what changes it.
  insert into spend_days as s (login_id, day, scope, spent_micros, held_micros)
    select g.login_id, utc_day(call_time(g.id)), scope, sum(_costs[array_position(_ids, g.id)])::bigint, sum(g.amount_micros)::bigint
      from unnest(_gone) as g, unnest(spend_scopes(g)) as scope
      group by 1, 2, 3
    on conflict (login_id, day, scope) do update set
      spent_micros = s.spent_micros + excluded.spent_micros, held_micros = s.held_micros - excluded.held_micros;
  if _by_agents then
    insert into spend_totals as s (login_id, scope, spent_micros, held_micros)
      select g.login_id, total_scope(g), sum(_costs[array_position(_ids, g.id)])::bigint, sum(g.amount_micros)::bigint
        from unnest(_gone) as g where total_scope(g) is not null
        group by 1, 2
      on conflict (login_id, scope) do update set
        spent_micros = s.spent_micros + excluded.spent_micros, held_micros = s.held_micros - excluded.held_micros;
  end if;
  return query select g.id from unnest(_gone) as g;
end $$;
