-- Where a call counts: everything, its API, its function, the member who made it and the agent that made it.
create or replace function spend_scopes(api text, function text, member_id integer, agent_id integer) returns text[]
  language sql immutable parallel safe
  return array['', api, api || '/' || function]
    || case when member_id is null then '{}' else array['@' || member_id::text] end
    || case when agent_id is null then '{}' else array['#' || agent_id::text] end;
