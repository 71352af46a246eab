-- Whether the sign-in service of this account speaks for this user now: single sign-on is on, the user belongs to the account and is
-- known at its issuer with an address of a domain that is verified.
create or replace function sso_vouches(_user integer, _owner integer) returns boolean language sql stable security definer
  set search_path from current as $$
  select exists (
    select from sso_settings s
      join sso_identities i on i.owner_id = s.owner_id and i.issuer = s.issuer and i.user_id = _user and not i.is_ended
      join sso_domains d on d.owner_id = s.owner_id and d.domain = i.domain and d.proved_at is not null
      where s.owner_id = _owner and s.is_on
        and (_user = _owner or exists (select from team_members m where m.owner_id = _owner and m.user_id = _user)))
$$;
revoke execute on function sso_vouches(integer, integer) from public;

-- The teams that let this user in by their single sign-on alone. Owners, and who opened the account, always have another way in.
create or replace function sso_only_teams(_user integer) returns integer[] language sql stable security definer
  set search_path from current as $$
  select array(
    select m.owner_id from team_members m
      join sso_settings s on s.owner_id = m.owner_id and s.is_required
      join users u on u.id = m.user_id
      where m.user_id = _user and m.role <> 'owner' and m.owner_id <> m.user_id and exists (
        select from sso_domains d where d.owner_id = m.owner_id and d.proved_at is not null
          and split_part(u.email_norm, '@', 2) in (d.domain, d.written)))
$$;
revoke execute on function sso_only_teams(integer) from public;

-- The accounts a session of this user works on. A session by an account's single sign-on works on that account alone. Any other
-- works on the user's own account and on the teams they are in, but for teams that let them in by single sign-on alone.
create or replace function session_accounts(_user integer, _sso_owner integer) returns integer[] language plpgsql stable security definer
  set search_path from current as $$
declare
  _teams integer[];
begin
  if _sso_owner is not null then
    return case when sso_vouches(_user, _sso_owner) then array[_sso_owner] else '{}' end;
  end if;
  _teams := array(select m.owner_id from team_members m where m.user_id = _user and m.owner_id <> _user);
  if _teams <> '{}' then
    _teams := array(select t.id from unnest(_teams) as t (id) where t.id <> all (sso_only_teams(_user)));
  end if;
  return _user || _teams;
end $$;
revoke execute on function session_accounts(integer, integer) from public;
