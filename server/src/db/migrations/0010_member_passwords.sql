-- Members of a team call with API passwords of their own: what they spend counts as theirs, against the cap they were given,
-- and their password ends with their membership. Without a member it is the password of the login itself.

alter table api_passwords add column member_id integer references users (id) on delete cascade;
alter table api_passwords drop constraint api_passwords_pkey;
create unique index api_passwords_by_login on api_passwords (login_id, coalesce(member_id, 0), made_at);

insert into spend_limits (login_id, scope, kind, limit_micros)
  select a.id, '@' || m.user_id::text, 'cap', m.cap_micros
    from team_members m join api_logins a on a.owner_id = m.owner_id
    where m.cap_micros is not null
  on conflict do nothing;
