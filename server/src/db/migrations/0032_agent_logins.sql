-- Agent logins: a secret of its own for an AI agent that works with an API login, with bounds of its own, enforced in the commit
-- that holds the money of a call (docs/decisions/034-agent-logins.md). And how a call came in: by the customer's own program,
-- the playground or an agent.

create table agent_logins (
  id            integer generated always as identity primary key,
  login_id      integer not null references api_logins (id),
  -- Who made it and answers for it: their own daily limit and their role count for it, too.
  user_id       integer not null references users (id),
  name          text not null check (length(name) between 1 and 60),
  mac           bytea not null unique,
  is_live       boolean not null,
  -- As in the limits: `serp` for an API, `serp/google/organic` for a function; null for all of them.
  functions     text[],
  total_micros  bigint check (total_micros >= 0),
  day_micros    bigint check (day_micros >= 0),
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  last_used_at  timestamptz,
  revoked_at    timestamptz,
  check (not is_live or total_micros is not null)
);
create index agent_logins_of_login on agent_logins (login_id);

-- Since ever, where spend_days counts by the day: only of scopes that can have such a limit, which are agents.
create table spend_totals (
  login_id      integer not null,
  scope         text not null,
  spent_micros  bigint not null check (spent_micros >= 0),
  held_micros   bigint not null check (held_micros >= 0),
  primary key (login_id, scope)
) with (fillfactor = 60);

alter table spend_limits drop constraint spend_limits_kind_check;
alter table spend_limits add constraint spend_limits_kind_check check (kind in ('daily_limit', 'cap', 'total'));

alter table ledger_holds add column agent_id integer;
alter table usage_events add column agent_id integer, add column via text check (via in ('playground', 'agent'));
alter table error_events add column agent_id integer, add column via text check (via in ('playground', 'agent'));

-- Where a call counts: everything, its API, its function, the member who made it and the agent that made it.
create function spend_scopes(api text, function text, member_id integer, agent_id integer) returns text[]
  language sql immutable parallel safe
  return array['', api, api || '/' || function]
    || case when member_id is null then '{}' else array['@' || member_id::text] end
    || case when agent_id is null then '{}' else array['#' || agent_id::text] end;

-- As before, with what agents spend in total.
create or replace function resolve_holds(_ids uuid[], _costs bigint[]) returns setof uuid language plpgsql as $$
declare
  _gone ledger_holds[];
begin
  with gone as (delete from ledger_holds h where h.id = any (_ids) returning h)
    select coalesce(array_agg(h), '{}') into _gone from gone;
  update ledger_accounts a set held_micros = a.held_micros - back.micros
    from (
      select (select x.ctid from ledger_accounts x where x.api_login_id = g.login_id) as place, sum(g.amount_micros)::bigint as micros
        from unnest(_gone) as g group by g.login_id
    ) back
    where a.ctid = back.place;
  -- Each of these rows is there since its calls were held: what is proposed here is never a new row, only what changes it.
  insert into spend_days as s (login_id, day, scope, spent_micros, held_micros)
    select g.login_id, utc_day(call_time(g.id)), scope, sum(_costs[array_position(_ids, g.id)])::bigint, sum(g.amount_micros)::bigint
      from unnest(_gone) as g, unnest(spend_scopes(g.api, g.function, g.member_id, g.agent_id)) as scope
      group by 1, 2, 3
    on conflict (login_id, day, scope) do update set
      spent_micros = s.spent_micros + excluded.spent_micros, held_micros = s.held_micros - excluded.held_micros;
  insert into spend_totals as s (login_id, scope, spent_micros, held_micros)
    select g.login_id, '#' || g.agent_id, sum(_costs[array_position(_ids, g.id)])::bigint, sum(g.amount_micros)::bigint
      from unnest(_gone) as g where g.agent_id is not null
      group by 1, 2
    on conflict (login_id, scope) do update set
      spent_micros = s.spent_micros + excluded.spent_micros, held_micros = s.held_micros - excluded.held_micros;
  return query select g.id from unnest(_gone) as g;
end $$;

-- Of meter() and end_calls() only these passages change; the rest stays as it is.
do $$
declare
  _meter regprocedure := 'meter(integer[], json, uuid[], json)';
  _end_calls regprocedure := 'end_calls(json)';
  _change record;
  _was text;
  _now text;
begin
  for _change in
    select * from (values
      -- The new columns, read and written.
      (_meter, 'request jsonb, request_cut_at integer', 'agent_id integer, via text, request jsonb, request_cut_at integer'),
      (_meter, 'is_sandbox, h2h', 'is_sandbox, h2h, agent_id, via'),
      (_meter, 'http_status, ip, is_sandbox', 'http_status, ip, is_sandbox, agent_id, via'),
      (_end_calls, 'http_status, ip, is_sandbox', 'http_status, ip, is_sandbox, agent_id, via'),
      (_meter, 'member_id integer, api text, function text, amount_micros bigint',
        'member_id integer, agent_id integer, api text, function text, amount_micros bigint'),
      (_meter, '_hold.function, _hold.amount_micros)::ledger_holds', '_hold.function, _hold.amount_micros, _hold.agent_id)::ledger_holds'),
      -- The scope of the agent.
      (_meter, 'spend_scopes(_hold.api, _hold.function, _hold.member_id)', 'spend_scopes(_hold.api, _hold.function, _hold.member_id, _hold.agent_id)'),
      (_meter, 'spend_scopes(t.api, t.function, t.member_id)', 'spend_scopes(t.api, t.function, t.member_id, t.agent_id)'),
      (_end_calls, 'spend_scopes(g.api, g.function, g.member_id)', 'spend_scopes(g.api, g.function, g.member_id, g.agent_id)'),
      -- What is used of a total: all days, and what this very batch has taken, as it may reach over midnight.
      (_meter, 'coalesce(s.spent_micros + s.held_micros, 0) as used', $q$case when l.kind = 'total' then
                coalesce((select t.spent_micros + t.held_micros from spend_totals t where t.login_id = l.login_id and t.scope = l.scope), 0)
                  + coalesce((select sum(t.amount_micros) from unnest(_taken) as t where t.login_id = l.login_id and '#' || t.agent_id = l.scope), 0)::bigint
                else coalesce(s.spent_micros + s.held_micros, 0) end as used$q$),
      (_meter, 'insert into ledger_holds select t.* from unnest(_taken) as t;', $q$insert into ledger_holds select t.* from unnest(_taken) as t;
    insert into spend_totals as s (login_id, scope, spent_micros, held_micros)
      select t.login_id, '#' || t.agent_id, 0, sum(t.amount_micros)
        from unnest(_taken) as t where t.agent_id is not null
        group by 1, 2
      on conflict (login_id, scope) do update set held_micros = s.held_micros + excluded.held_micros;$q$),
      (_end_calls, 'failed as (', $q$spent_in_total as (
    update spend_totals s set spent_micros = s.spent_micros - back.micros
      from (
        select g.login_id, '#' || g.agent_id as scope, sum(g.refunded_micros)::bigint as micros
          from good g where g.refunded_micros > 0 and g.agent_id is not null group by 1, 2
      ) back
      where s.login_id = back.login_id and s.scope = back.scope
  ),
  failed as ($q$)
    ) as c (function, passage, instead)
  loop
    _was := pg_get_functiondef(_change.function);
    _now := replace(_was, _change.passage, _change.instead);
    if _now = _was then raise exception '% has no passage "%"', _change.function, _change.passage; end if;
    execute _now;
  end loop;
end $$;

drop function spend_scopes(text, text, integer);
