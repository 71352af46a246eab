-- Whether an account was ever used: it has a history, further logins or other members.
create or replace function account_is_used(_owner integer) returns boolean language sql stable security definer
  set search_path from current as $$
  select account_has_history(_owner)
    or exists (select from api_logins l where l.owner_id = _owner offset 1)
    or exists (select from team_members m where m.owner_id = _owner)
$$;
revoke execute on function account_is_used(integer) from public;

-- The login a session works on: its own choice, else the user's last choice, else the personal login. A member of a team whose own
-- account was never used works on the team's login instead. A login the session cannot reach is skipped.
create or replace function working_login(_user integer, _login integer, _sso_owner integer) returns integer language plpgsql stable
  security definer set search_path from current as $$
declare
  _accounts integer[] := session_accounts(_user, _sso_owner);
  _found integer;
begin
  select l.id into _found from api_logins l where l.id = _login and l.owner_id = any (_accounts);
  if found then return _found; end if;
  select l.id into _found from users u join api_logins l on l.id = u.working_login_id where u.id = _user and l.owner_id = any (_accounts);
  if found then return _found; end if;
  -- Whether the own account was used matters only beside a team: it takes longer than the rest.
  return (
    select l.id from api_logins l where l.owner_id = any (_accounts)
      order by case when l.owner_id <> _user then 1 when _accounts = array[_user] or account_is_used(_user) then 0 else 2 end, l.id
      limit 1);
end $$;
revoke execute on function working_login(integer, integer, integer) from public;
