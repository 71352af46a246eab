-- Staff sign in with a password and a code. The operator makes the key; it is kept sealed, with a key outside the database.
create table staff_factors (
  user_id     integer primary key references users (id) on delete cascade,
  sealed_key  bytea not null,
  -- The newest thirty seconds a code was accepted of: that code, and every earlier one, counts no more.
  last_step   bigint not null default 0,
  created_at  timestamptz not null
);

-- For the day the phone is lost: ten codes, each good once. Only a keyed hash is kept.
create table staff_recovery_codes (
  user_id   integer not null references staff_factors (user_id) on delete cascade,
  code_mac  text not null,
  used_at   timestamptz,
  primary key (user_id, code_mac)
);

-- A sign-in whose password was right and whose code has not been given yet. It is no session and opens nothing.
create table pending_sign_ins (
  token_hash    bytea primary key,
  user_id       integer not null references users (id) on delete cascade,
  -- Of the password as it was: another password since then ends the wait.
  password_mac  text not null,
  expires_at    timestamptz not null
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);

-- When staff last gave a code in this session; a session of staff without one is refused.
alter table sessions add column factor_at timestamptz;

-- Those that were opened with a password alone end here, and so does what was done in them as a customer.
delete from sessions where staff_id is not null or user_id in (select id from users where is_staff);
