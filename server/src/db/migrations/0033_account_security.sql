-- Customers have a second factor too, in the same tables as staff: one key for each person, and ten codes for the day it is lost.
alter table staff_factors rename to second_factors;
alter table staff_recovery_codes rename to recovery_codes;

-- A key that was shown and not confirmed by a code yet. It opens nothing and asks for nothing.
create table pending_factors (
  user_id     integer primary key references users (id) on delete cascade,
  sealed_key  bytea not null,
  expires_at  timestamptz not null
);

-- What came before the code: the password, a link, or a service. Only the password counts as given in the session that follows.
alter table pending_sign_ins add column began_by text not null default 'password';
alter table pending_sign_ins alter column began_by drop default;

-- A change of address that waits for its two codes, one mailed to each address. A new wish replaces it.
create table email_changes (
  user_id     integer primary key references users (id) on delete cascade,
  new_email   text not null,
  old_mac     text not null,
  new_mac     text not null,
  tries       integer not null default 0,
  expires_at  timestamptz not null
);

-- The way back after a change of address, for whoever reads mail at the old one.
alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check
  check (purpose in ('activate', 'reset', 'token', 'onetime', 'onetime_admin', 'restore_email'));

-- Keys that browsers and phones keep for their owner. `id` and the public key are theirs to choose; the private key never comes here.
create table passkeys (
  id            text primary key,
  user_id       integer not null references users (id) on delete cascade,
  public_key    bytea not null,
  -- How often the key says it was used; 0 for the many that do not count.
  counter       bigint not null,
  transports    jsonb not null,
  -- The host it was made at, and the only one it is good for.
  rp_id         text not null,
  name          text not null check (length(name) between 1 and 60),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_by_user on passkeys (user_id);
