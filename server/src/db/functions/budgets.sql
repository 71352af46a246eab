-- The logins of the account of this login.
create or replace function logins_beside(_login integer) returns integer[] language sql stable
  as $$ select array(select l.id from api_logins l where l.owner_id = (select o.owner_id from api_logins o where o.id = _login)) $$;

-- The hard lines that count calls of a login on this day, and what is spent or held of each this month, with the holds in hand. A
-- `login_budget` counts this login alone.
create or replace function hard_lines(_login integer, _day date, _taken ledger_holds[])
  returns table (kind text, scope text, hard_micros bigint, used_micros bigint) language sql stable as $$
  select b.kind, b.scope, b.hard_micros, (
      coalesce((
        select sum(s.spent_micros + s.held_micros) from spend_days s
          where s.login_id = any (b.logins) and s.scope = b.scope
            and s.day >= date_trunc('month', _day)::date and s.day < (date_trunc('month', _day) + interval '1 month')::date), 0)
      + coalesce((
        select sum(t.amount_micros) from unnest(_taken) as t
          where t.login_id = any (b.logins) and b.scope = any (spend_scopes(t))
            and date_trunc('month', utc_day(call_time(t.id))) = date_trunc('month', _day)), 0))::bigint
    from (
      select case when b.login_id is null then 'budget' else 'login_budget' end as kind, coalesce('=' || b.tag, '') as scope, b.hard_micros,
          case when b.login_id is null then logins_beside(_login) else array[b.login_id] end as logins
        from api_logins l join budgets b on b.owner_id = l.owner_id and (b.login_id is null or b.login_id = l.id)
        where l.id = _login and b.hard_micros is not null
    ) b
$$;

-- Counts the calls of a month with this tag anew, as they are in the books. What is held of it is left as it is.
create or replace function recount_tag(_owner integer, _tag text, _month date) returns void language plpgsql as $$
declare
  _logins integer[] := array(select l.id from api_logins l where l.owner_id = _owner order by l.id);
begin
  perform from ledger_accounts a where a.api_login_id = any (_logins) order by a.id for no key update;
  update spend_days s set spent_micros = 0
    where s.login_id = any (_logins) and s.scope = '=' || _tag and s.day >= _month and s.day < (_month + interval '1 month')::date;
  insert into spend_days as s (login_id, day, scope, spent_micros, held_micros)
    select e.login_id, utc_day(e.at), '=' || _tag,
        sum(e.cost_micros - coalesce(o.refunded_micros, 0) - coalesce(r.amount_micros, 0))::bigint, 0
      from usage_events e left join usage_outcomes o on o.id = e.id left join usage_refunds r on r.id = e.id
      where e.login_id = any (_logins) and e.tag = _tag and e.cost_micros > 0
        and e.at >= _month::timestamp at time zone 'UTC' and e.at < (_month + interval '1 month') at time zone 'UTC'
      group by 1, 2
    on conflict (login_id, day, scope) do update set spent_micros = excluded.spent_micros;
end $$;
