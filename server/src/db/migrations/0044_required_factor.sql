-- What the owners of an account demand of everybody who works on it.
create table account_rules (
  owner_id     integer primary key references users (id) on delete cascade,
  -- From then on whoever has neither a second factor nor a passkey can do nothing but set one up; null: not demanded.
  factor_from  timestamptz
);

-- Whether this user, working on this login (null or a lost one: on their own), is kept from everything but setting up a factor.
create function held_back(_user integer, _login integer, _now timestamptz) returns boolean language sql stable as $$
  select exists (
      select from account_rules r
        where r.factor_from <= _now and r.owner_id = coalesce((
          select l.owner_id from api_logins l where l.id = _login and (l.owner_id = _user or exists (
            select from team_members m where m.owner_id = l.owner_id and m.user_id = _user))), _user))
    and not exists (select from second_factors f where f.user_id = _user)
    and not exists (select from passkeys p where p.user_id = _user)
$$;

-- Of the people of the reader's accounts those with a second factor or a passkey: that they have one, and nothing about it.
create function reader_people_with_factor() returns integer[] language plpgsql stable security definer as $$
declare
  _people integer[] := reader_people();
begin
  return array(
    select f.user_id from second_factors f where f.user_id = any (_people)
    union select p.user_id from passkeys p where p.user_id = any (_people));
end $$;

do $$
begin
  execute format('alter function reader_people_with_factor() set search_path = %I, pg_temp', current_schema());
  revoke execute on function reader_people_with_factor() from public;
end $$;
