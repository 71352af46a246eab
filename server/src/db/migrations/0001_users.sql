-- People, what they may see, their sessions, the counters that slow guessing, and the log of who did what.

create table users (
  id              integer generated always as identity (start with 1001) primary key,
  public_id       text not null unique,
  email           text not null check (length(email) between 3 and 254),
  email_norm      text not null unique,
  name            text not null check (length(name) <= 255),
  phone           text check (length(phone) between 3 and 255),
  password_hash   text,
  language        text not null default 'english',
  theme_view      text not null default 'system' check (theme_view in ('light', 'dark', 'system')),
  time_zone       text not null default 'UTC',
  country         text,
  domain          text not null default '',
  parent_id       integer references users (id),
  wl_id           integer not null default 0,
  status          text not null default 'active' check (status in ('pending', 'active', 'disabled', 'closed')),
  is_staff        boolean not null default false,
  first_visit     boolean not null default true,
  created_at      timestamptz not null,
  verified_at     timestamptz,
  last_login_at   timestamptz
);

create table feature_grants (
  user_id integer not null references users (id) on delete cascade,
  feature text not null,
  primary key (user_id, feature)
);

-- Only the SHA-256 of a session token is kept: a copy of this table opens no session.
create table sessions (
  token_hash    bytea primary key,
  user_id       integer not null references users (id) on delete cascade,
  created_at    timestamptz not null,
  last_seen_at  timestamptz not null,
  reauth_at     timestamptz not null,
  ip            text not null,
  user_agent    text not null
);
create index sessions_by_user on sessions (user_id);

create table rate_limits (
  key           text primary key,
  window_start  timestamptz not null,
  used          integer not null
);

-- Each row carries the hash of the one before, so that an edit or a gap shows.
create table audit_log (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  actor        text not null,
  action       text not null,
  user_id      integer,
  detail       jsonb not null,
  ip           text not null,
  request_id   text not null,
  previous     bytea not null,
  hash         bytea not null unique
);
create index audit_by_user on audit_log (user_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
