-- What a payment by card is meant to buy. Written in the transaction that makes the order; bought in the one that credits it.
create table database_orders (
  order_id       uuid primary key references payment_orders (id),
  -- The purchase it becomes. Two payments for one purchase buy it once; the second stays on the balance.
  purchase_id    uuid not null,
  owner_id       integer not null references users (id),
  login_id       integer not null references api_logins (id),
  created_by     integer not null references users (id),
  database_id    text not null,
  -- In English, as the purchase keeps it.
  title          text not null,
  version        text not null,
  format         text not null check (format in ('jsonl', 'csv', 'parquet')),
  locations      text[] not null check (cardinality(locations) > 0),
  with_updates   boolean not null,
  -- The price that was shown; another one is not paid.
  amount_micros  bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  state          text not null default 'waiting' check (state in ('waiting', 'bought', 'not_bought')),
  -- Why it was not bought, as a code of ours.
  reason         text,
  -- Set with the credit: what is waiting from then on is completed by a job.
  paid_at        timestamptz,
  tries          integer not null default 0,
  created_at     timestamptz not null,
  changed_at     timestamptz not null,
  check ((state = 'not_bought') = (reason is not null))
);
create index database_orders_unfinished on database_orders (paid_at) where state = 'waiting' and paid_at is not null;
create index database_orders_of_owner on database_orders (owner_id);
