-- Called by version 0.2.0 alone, which may run beside this one during an update.
-- Whether an account demands that this user comes by its single sign-on, and this session did not. Owners, and the founder of the
-- account, can always sign in otherwise.
create or replace function sso_demanded(_user integer, _sso_owner integer) returns boolean language sql stable as $$
  select exists (
    select from team_members m
      join sso_settings s on s.owner_id = m.owner_id and s.is_required
      join users u on u.id = m.user_id
      join sso_domains d on d.owner_id = m.owner_id and d.proved_at is not null
        and split_part(u.email_norm, '@', 2) in (d.domain, d.written)
      where m.user_id = _user and m.role <> 'owner' and m.owner_id <> m.user_id
        and m.owner_id is distinct from _sso_owner)
$$;
