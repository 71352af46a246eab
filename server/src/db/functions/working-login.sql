-- Whether an account was ever used: it has a history, further logins or other members.
create or replace function account_is_used(_owner integer) returns boolean language sql stable security definer
  set search_path from current as $$
  select account_has_history(_owner)
    or exists (select from api_logins l where l.owner_id = _owner offset 1)
    or exists (select from team_members m where m.owner_id = _owner and m.user_id <> _owner)
$$;
revoke execute on function account_is_used(integer) from public;

-- The login a session works on: its own choice, else the user's last choice, else the personal login. A member of a team whose own
-- account was never used works on the team's login instead. A login the session cannot reach is skipped.
create or replace function working_login(_user integer, _login integer, _sso_owner integer) returns integer language sql stable
  security definer set search_path from current as $$
  select l.id from api_logins l left join users u on u.id = _user
    where l.owner_id = any (session_accounts(_user, _sso_owner))
    order by l.id is not distinct from _login desc, l.id is not distinct from u.working_login_id desc,
      case when l.owner_id <> _user then 1 when account_is_used(_user) then 0 else 2 end, l.id
    limit 1
$$;
revoke execute on function working_login(integer, integer, integer) from public;
