-- The scopes a call counts for, and the kind of each: the only definition in SQL. `contract/src/spend-scopes.ts` is its counterpart in TypeScript.
-- All of them are inlined into the statements that ask; a text and not `return …`, so that columns of these tables can be changed.
create or replace function agent_scope(agent_id integer) returns text language sql immutable parallel safe
  return '#' || agent_id::text;

-- Everything, its API, its function, the member who made it and the agent that made it.
create or replace function spend_scopes(api text, function text, member_id integer, agent_id integer) returns text[]
  language sql immutable parallel safe
  return array['', api, api || '/' || function]
    || case when member_id is null then '{}' else array['@' || member_id::text] end
    || case when agent_id is null then '{}' else array[agent_scope(agent_id)] end;

-- And its tag. A hold has one only where a budget counts that tag, so a booked call can have a tag that was not counted.
create or replace function tag_scope(tag text) returns text[] language sql immutable parallel safe
  return case when tag is null then '{}' else array['=' || tag] end;

create or replace function is_tag_scope(scope text) returns boolean language sql immutable parallel safe
  return starts_with(scope, '=');

-- Of a call that is held, and of one that was booked: both name the same scopes, or the books do not balance.
create or replace function spend_scopes(call ledger_holds) returns text[] language sql immutable parallel safe
  as $$ select spend_scopes(call.api, call.function, call.member_id, call.agent_id) || tag_scope(call.tag) $$;

create or replace function spend_scopes(call usage_events) returns text[] language sql immutable parallel safe
  as $$ select spend_scopes(call.api, call.function, call.member_id, call.agent_id) || tag_scope(call.tag) $$;

-- The one of them that counts since ever, too, beside its days: that of the agent; null for most calls.
create or replace function total_scope(call ledger_holds) returns text language sql immutable parallel safe
  as $$ select agent_scope(call.agent_id) $$;

create or replace function total_scope(call usage_events) returns text language sql immutable parallel safe
  as $$ select agent_scope(call.agent_id) $$;

create or replace function is_total_scope(scope text) returns boolean language sql immutable parallel safe
  return scope like '#%';

create or replace function is_api_scope(scope text) returns boolean language sql immutable parallel safe
  return scope <> '' and scope !~ '^=|[/@#]';

create or replace function is_function_scope(scope text) returns boolean language sql immutable parallel safe
  return scope ~ '^[^=@#].*/';
