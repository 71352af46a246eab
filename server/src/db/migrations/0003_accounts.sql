-- Everything the public screens need: links, codes, invitations, third-party identities, mail to be sent.

-- A pending sign-up never blocks the owner of its address: only confirmed accounts are unique by e-mail.
alter table users drop constraint users_email_norm_key;
create unique index users_by_email on users (email_norm) where status in ('active', 'disabled');
create index users_pending_by_email on users (email_norm) where status = 'pending';

alter table users
  add column news        boolean not null default true,
  add column offers      boolean not null default true,
  add column reports     boolean not null default true,
  add column triggers    boolean not null default true,
  add column attribution jsonb not null default '{}',
  add column consent     text,
  add column is_third_party boolean not null default false;

-- Only the SHA-256 of a token is kept. One row, one purpose, one use.
create table link_tokens (
  token_hash  bytea primary key,
  purpose     text not null check (purpose in ('activate', 'reset', 'token', 'onetime', 'onetime_admin')),
  user_id     integer not null references users (id) on delete cascade,
  staff_id    integer references users (id) on delete cascade,
  data        jsonb not null default '{}',
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index link_tokens_by_user on link_tokens (user_id, purpose);

-- The typed code of a pending sign-up; a new one replaces it.
create table activation_codes (
  user_id     integer primary key references users (id) on delete cascade,
  code_mac    text not null,
  expires_at  timestamptz not null,
  tries       integer not null default 0
);

-- Browsers a user has signed in from: their sign-in goes on while strangers guess.
create table known_devices (
  device_hash  bytea not null,
  user_id      integer not null references users (id) on delete cascade,
  seen_at      timestamptz not null,
  primary key (device_hash, user_id)
);

-- Whatever may be used only once and never comes back: proofs of work, OAuth states.
create table spent_proofs (
  proof       text primary key,
  expires_at  timestamptz not null
);

create table identities (
  provider    text not null check (provider in ('google', 'facebook', 'github')),
  subject     text not null,
  user_id     integer not null references users (id) on delete cascade,
  email       text,
  created_at  timestamptz not null,
  primary key (provider, subject),
  unique (user_id, provider)
);

create table team_members (
  owner_id    integer not null references users (id) on delete cascade,
  user_id     integer not null references users (id) on delete cascade,
  role        text not null check (role in ('admin', 'developer', 'finance', 'viewer')),
  cap_micros  bigint check (cap_micros >= 0),
  created_at  timestamptz not null,
  primary key (owner_id, user_id),
  check (owner_id <> user_id)
);
create index team_members_by_user on team_members (user_id);

create table invitations (
  id           integer generated always as identity primary key,
  owner_id     integer not null references users (id) on delete cascade,
  invited_by   integer not null references users (id) on delete cascade,
  email_norm   text not null,
  role         text not null check (role in ('admin', 'developer', 'finance', 'viewer')),
  cap_micros   bigint check (cap_micros >= 0),
  token_hash   bytea not null unique,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  revoked_at   timestamptz
);
create unique index invitations_open on invitations (owner_id, email_norm) where accepted_at is null and revoked_at is null;

-- Which login the session works on, and which staff member is behind it when it is not the user.
alter table sessions
  add column public_id       text not null unique,
  add column active_login_id integer references api_logins (id) on delete set null,
  add column staff_id        integer references users (id) on delete cascade,
  add column staff_reason    text;

-- Mail is written in the transaction that causes it and sent by a worker, so that neither exists without the other.
-- A worker that takes a mail moves next_try_at ahead: if it dies, another one takes the mail then. `message_id` stays the
-- same over all tries, so that a repetition can be told; `data` holds links and codes and is emptied at the end.
create table outbox (
  id           bigint generated always as identity primary key,
  message_id   text not null unique,
  to_address   text not null,
  template     text not null,
  language     text not null,
  brand        jsonb not null,
  data         jsonb not null,
  created_at   timestamptz not null,
  next_try_at  timestamptz not null,
  tries        integer not null default 0,
  sent_at      timestamptz,
  failed_at    timestamptz,
  last_error   text
);
create index outbox_waiting on outbox (next_try_at) where sent_at is null and failed_at is null;
