-- What a login may do at the gateway, and the passwords it does it with.

alter table api_logins
  add column status            text not null default 'active' check (status in ('active', 'off', 'on_hold')),
  add column per_minute        integer check (per_minute > 0),
  add column simultaneous      integer check (simultaneous > 0),
  add column duplicates_hour   integer check (duplicates_hour between 10 and 100),
  add column duplicates_day    integer check (duplicates_day between 10 and 100),
  add column webhook_delay_ms  integer not null default 0 check (webhook_delay_ms between 0 and 1000),
  add column ip_rules          jsonb not null default '[]',
  add column alerts            jsonb not null default '{}',
  add column subscriptions     text[] not null default '{}';

-- For checking a keyed hash, for showing a ciphertext whose key is not in the database (absent where passwords are shown once).
create table api_passwords (
  login_id     integer not null references api_logins (id) on delete cascade,
  made_at      timestamptz not null,
  mac          bytea not null,
  sealed       bytea,
  -- Set when a newer one was made: until then both work.
  valid_until  timestamptz,
  primary key (login_id, made_at)
);
