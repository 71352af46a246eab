-- A link counts only at the host of the brand it was made for.
alter table link_tokens add column wl_id integer not null default 0;
update link_tokens t set wl_id = u.wl_id from users u where u.id = t.user_id and t.purpose <> 'onetime_admin';
alter table link_tokens alter column wl_id drop default;

-- Null: the sign-in password was never given in this session. Sessions from before do not say how they began.
alter table sessions alter column reauth_at drop not null;
update sessions set reauth_at = null;

-- Who was removed from a team before is no child account any more, and has no session at the team's private white-label.
delete from sessions s using whitelabels w
  where w.id = s.wl_id and w.parent_id > 0 and w.parent_id <> s.user_id
    and not exists (select from team_members m where m.owner_id = w.parent_id and m.user_id = s.user_id);
update users u set parent_id = null
  where u.parent_id is not null
    and not exists (select from team_members m where m.owner_id = u.parent_id and m.user_id = u.id);
