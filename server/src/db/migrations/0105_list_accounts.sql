-- allows older
-- When a user signed in or opened a page last, which outlives their sessions; the console lists accounts by it.
alter table users add column last_seen_at timestamptz;
update users u set last_seen_at = greatest(u.last_login_at, s.at)
  from users o left join (select user_id, max(last_seen_at) as at from sessions where staff_id is null group by 1) s on s.user_id = o.id
  where o.id = u.id and (o.last_login_at is not null or s.at is not null);
create index users_seen on users ((coalesce(last_seen_at, timestamptz 'epoch')), id);
-- It also searches accounts by the domain of their logins.
create index api_logins_by_domain on api_logins (split_part(lower(login), '@', 2) text_pattern_ops);
