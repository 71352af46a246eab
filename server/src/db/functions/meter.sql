-- One commit for many calls: settles first, then voids, then holds, each judged as if it had come alone. No id comes twice.
-- The planner is set to look rows up by their keys: it plans once, when the tables may still be empty. The three
-- parts, settle_calls, decide_holds and take_holds, have no settings of their own, as setting them takes time at every call: these hold for them.
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
  _resolved uuid[];
  _decision record;
begin
  perform from ledger_accounts a
    where a.api_login_id = any (_logins || array(select h.login_id from ledger_holds h where h.id = any (_voids)))
    order by a.id for no key update;

  if _settles is not null then _verdicts := settle_calls(_settles); end if;

  if _voids <> '{}' then
    _resolved := array(select resolve_holds(_voids, array_fill(0::bigint, array[cardinality(_voids)])));
    select _verdicts || array_agg(row (v, null, true, null, null, null, null, null, v <> all (_resolved), null, null, null)::meter_verdict)
      into _verdicts from unnest(_voids) as v;
  end if;

  if _holds is not null then
    -- Calls of several logins count for one budget: their decisions wait for each other, after the accounts and in one order.
    perform from budgets b
      where b.owner_id in (select l.owner_id from api_logins l where l.id = any (_logins)) and b.login_id is null and b.hard_micros is not null
      order by b.id for no key update;
    _decision := decide_unlimited_holds(_holds, _logins);
    if _decision._verdicts is null then _decision := decide_holds(_holds); end if;
    if cardinality(_decision._taken) > 0 then perform take_holds(_decision._taken); end if;
    if _decision._by_agents then perform take_agent_totals(_decision._taken); end if;
    _verdicts := _verdicts || _decision._verdicts;
  end if;

  return query
    select v.id, v.login_id, v.is_ok, v.reason, v.scope, v.limit_micros, v.spent_micros, v.cost_micros, v.is_repeat,
        a.balance_micros, a.held_micros, v.has_leases
      from unnest(_verdicts) as v left join ledger_accounts a on a.api_login_id = v.login_id;
end $$;
