-- A link counts only at the host of the brand it was made for.
alter table link_tokens add column wl_id integer not null default 0;
update link_tokens t set wl_id = u.wl_id from users u where u.id = t.user_id and t.purpose <> 'onetime_admin';
alter table link_tokens alter column wl_id drop default;

-- Null: the sign-in password was never given in this session. Sessions from before do not say how they began.
alter table sessions alter column reauth_at drop not null;
update sessions set reauth_at = null;
