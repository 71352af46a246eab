-- Alerts sent to a server of the customer: its address, the secret they are signed with, and what became of each.

-- The secret is a ciphertext whose key is not in the database. After a rotation the old one signs along until `old_until`.
create table alert_webhooks (
  login_id      integer primary key references api_logins (id) on delete cascade,
  url           text not null check (length(url) <= 2000),
  sealed        bytea not null,
  secret_since  timestamptz not null,
  old_sealed    bytea,
  old_until     timestamptz
);

-- `event_id` is the same for an alert and whatever repeats it, so that a receiver can tell; `body` is what is signed and sent.
create table alert_deliveries (
  id           bigint generated always as identity primary key,
  event_id     uuid not null,
  login_id     integer not null references api_logins (id) on delete cascade,
  kind         text not null check (kind in ('balance', 'runway', 'limit', 'errors', 'test')),
  body         text not null,
  is_replay    boolean not null default false,
  created_at   timestamptz not null,
  due_at       timestamptz not null,
  tries        integer not null default 0,
  sent_at      timestamptz,
  failed_at    timestamptz,
  http_status  integer,
  failure      text check (failure in ('forbidden', 'slow', 'down', 'refused', 'removed')),
  error_code   text
);
create index alert_deliveries_due on alert_deliveries (due_at) where sent_at is null and failed_at is null;
create index alert_deliveries_of_login on alert_deliveries (login_id, id desc);
