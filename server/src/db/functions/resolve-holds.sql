-- Gives back these amounts of these holds, or all of them where none are given, and counts what was spent of them; the caller has locked the accounts and changed or
-- deleted the rows.
create or replace function release_held(_rows ledger_holds[], _ids uuid[], _amounts bigint[], _costs bigint[]) returns void language plpgsql as $$
begin
  update ledger_accounts a set held_micros = a.held_micros - back.micros
    from (
      select (select x.ctid from ledger_accounts x where x.api_login_id = g.login_id) as place, sum(coalesce(_amounts[array_position(_ids, g.id)], g.amount_micros))::bigint as micros
        from unnest(_rows) as g group by g.login_id
    ) back
    where a.ctid = back.place;
  -- Each of these rows is there since its calls were held.
  update spend_days s set spent_micros = s.spent_micros + back.spent, held_micros = s.held_micros - back.micros
    from (
      select g.login_id, utc_day(call_time(g.id)) as day, scope, sum(_costs[array_position(_ids, g.id)])::bigint as spent,
          sum(coalesce(_amounts[array_position(_ids, g.id)], g.amount_micros))::bigint as micros
        from unnest(_rows) as g, unnest(spend_scopes(g)) as scope
        group by 1, 2, 3
    ) back
    where s.login_id = back.login_id and s.day = back.day and s.scope = back.scope;
  if exists (select from unnest(_rows) as g where total_scope(g) is not null) then
    insert into spend_totals as s (login_id, scope, spent_micros, held_micros)
      select g.login_id, total_scope(g), sum(_costs[array_position(_ids, g.id)])::bigint, sum(coalesce(_amounts[array_position(_ids, g.id)], g.amount_micros))::bigint
        from unnest(_rows) as g where total_scope(g) is not null
        group by 1, 2
      on conflict (login_id, scope) do update set
        spent_micros = s.spent_micros + excluded.spent_micros, held_micros = s.held_micros - excluded.held_micros;
  end if;
end $$;

-- Takes these holds away, gives their money back and counts what was spent of it; the caller has locked the accounts.
create or replace function resolve_holds(_ids uuid[], _costs bigint[]) returns setof uuid language plpgsql as $$
declare
  _gone ledger_holds[];
begin
  with gone as (delete from ledger_holds h where h.id = any (_ids) returning h)
    select coalesce(array_agg(h), '{}') into _gone from gone;
  perform release_held(_gone, _ids, null, _costs);
  return query select g.id from unnest(_gone) as g;
end $$;

-- Charges calls to the leases they were admitted by, once for each lease: `drawn` leaves the lease, `costs` of it is spent. The
-- row itself refuses to give more than it has. The caller has locked the accounts.
create or replace function draw_on_leases(_ids uuid[], _drawn bigint[], _costs bigint[]) returns void language plpgsql as $$
declare
  _leases ledger_holds[];
begin
  with drawn as (
    update ledger_holds h set amount_micros = h.amount_micros - d.drawn
      from unnest(_ids, _drawn) as d (id, drawn) where h.id = d.id returning h
  )
    select coalesce(array_agg(h), '{}') into _leases from drawn;
  perform release_held(_leases, _ids, _drawn, _costs);
end $$;

-- Gives back parts of leases, each step once; without an amount the row is deleted with all it holds. No id comes twice.
create or replace function return_leases(_ids uuid[], _steps integer[], _micros bigint[], _finals boolean[]) returns void language plpgsql as $$
declare
  _rows ledger_holds[];
  _amounts bigint[];
begin
  perform from ledger_accounts a
    where a.api_login_id = any (array(select h.login_id from ledger_holds h where h.id = any (_ids)))
    order by a.id for no key update;
  select coalesce(array_agg(h), '{}') into _rows
    from ledger_holds h, unnest(_ids, _steps) as r (id, step) where h.id = r.id and h.lease_returns = r.step;
  _amounts := array(
    select coalesce(r.micros, (select g.amount_micros from unnest(_rows) as g where g.id = r.id), 0) from unnest(_ids, _micros) as r (id, micros));
  delete from ledger_holds h using unnest(_rows) as g, unnest(_ids, _micros) as r (id, micros)
    where h.id = g.id and r.id = g.id and r.micros is null;
  update ledger_holds h set amount_micros = h.amount_micros - r.micros, lease_returns = h.lease_returns + 1,
      is_lease = case when r.is_final then null else h.is_lease end
    from unnest(_rows) as g, unnest(_ids, _micros, _finals) as r (id, micros, is_final) where h.id = g.id and r.id = g.id and r.micros is not null;
  perform release_held(_rows, _ids, _amounts, array_fill(0::bigint, array[cardinality(_ids)]));
end $$;

-- A call that a lease admitted gets a hold of its own, for the same day and limits: what is held in all does not change.
create or replace function own_hold(_lease uuid, _id uuid, _micros bigint) returns void language plpgsql as $$
begin
  perform from ledger_accounts a where a.api_login_id = (select h.login_id from ledger_holds h where h.id = _lease) for no key update;
  update ledger_holds h set amount_micros = h.amount_micros - _micros where h.id = _lease;
  if not found then raise exception 'the lease % is gone', _lease; end if;
  insert into ledger_holds
    select (jsonb_populate_record(h, jsonb_build_object('id', _id, 'amount_micros', _micros, 'is_lease', null, 'lease_returns', null))).*
      from ledger_holds h where h.id = _lease;
end $$;
