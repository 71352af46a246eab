-- Whether this user, working on this login (null or a lost one: on their own), is kept from everything but setting up a factor.
create or replace function held_back(_user integer, _login integer, _now timestamptz) returns boolean language sql stable as $$
  select exists (
      select from account_rules r
        where r.factor_from <= _now and r.owner_id = coalesce((
          select l.owner_id from api_logins l where l.id = _login and (l.owner_id = _user or exists (
            select from team_members m where m.owner_id = l.owner_id and m.user_id = _user))), _user))
    and not exists (select from second_factors f where f.user_id = _user)
    and not exists (select from passkeys p where p.user_id = _user)
$$;

-- The same as `held_back` for a session: in the account whose sign-in service vouched for it, that service answers for second factors.
create or replace function held_back(_user integer, _login integer, _now timestamptz, _sso_owner integer) returns boolean
language sql stable as $$
  select held_back(_user, _login, _now) and _sso_owner is distinct from coalesce((
    select l.owner_id from api_logins l where l.id = _login and (l.owner_id = _user or exists (
      select from team_members m where m.owner_id = l.owner_id and m.user_id = _user))), _user)
$$;
