-- Whether this user, working on this login (`working_login` decides when it is null or lost), may do nothing but set up a factor.
create or replace function held_back(_user integer, _login integer, _now timestamptz) returns boolean language sql stable as $$
  select case
      -- Most users are in no account with such a rule, and the login they work on takes longer to find.
      when exists (
        select from account_rules r
          where r.factor_from <= _now and r.owner_id = any (_user || array(select m.owner_id from team_members m where m.user_id = _user)))
      then exists (
        select from account_rules r
          where r.factor_from <= _now and r.owner_id = (
            select l.owner_id from api_logins l where l.id = (select working_login(_user, _login, null))))
      else false end
    and not exists (select from second_factors f where f.user_id = _user)
    and not exists (select from passkeys p where p.user_id = _user)
$$;

-- The same for a session: one by single sign-on works on that account alone, whose sign-in service answers for second factors.
create or replace function held_back(_user integer, _login integer, _now timestamptz, _sso_owner integer) returns boolean
language sql stable as $$
  select _sso_owner is null and held_back(_user, _login, _now)
$$;

-- The logins of teams that let this user in by single sign-on alone, for the page that shows how to get there.
create or replace function sso_only_logins(_user integer) returns text[] language sql stable security definer
  set search_path from current as $$
  select array(
    select l.login from api_logins l where l.kind = 'personal' and l.owner_id = any (sso_only_teams(_user)) order by l.login)
$$;
revoke execute on function sso_only_logins(integer) from public;
