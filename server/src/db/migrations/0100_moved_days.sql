-- Does not allow a version before it to start again: it would show no calls of moved days, and report them missing in the books.
-- Days of usage and errors whose rows are in a file (docs/decisions/099-moved-days.md).
create table moved_days (
  kind          text not null check (kind in ('usage', 'errors')),
  day           date not null,
  -- Rows leave their partition in the statement that sets it to moved.
  state         text not null check (state in ('writing', 'written', 'moved')),
  -- Below DATA_DIR, and in the bucket; every attempt has its own.
  path          text not null,
  attempt       uuid not null,
  claimed_until timestamptz not null,
  bytes         bigint not null default 0,
  sha256        text not null default '',
  rows          bigint not null default 0,
  cost_micros   bigint not null default 0,
  -- With it the addresses of the day can be read; null: they are erased.
  address_key   bytea,
  moved_at      timestamptz,
  primary key (kind, day)
);

-- Where the rows of a login and hour are in the file of their day, and their sums.
create table moved_hours (
  kind        text not null,
  login_id    integer not null,
  hour        timestamptz not null,
  first_row   bigint not null,
  rows        integer not null,
  cost_micros bigint not null,
  -- Set while the rows are in the table again, because they were read.
  back_at     timestamptz,
  primary key (kind, login_id, hour)
);
create index moved_hours_by_hour on moved_hours (kind, hour);

-- With it the addresses, tags and messages of a login in files can be read: a closed account loses it.
create table moved_keys (
  login_id integer primary key,
  key      bytea not null
);
