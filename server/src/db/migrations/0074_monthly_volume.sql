-- allows older
-- What an account used in a month of the units whose price depends on it. Functions with the same pool share a row.
create table volume_months (
  owner_id integer not null references users,
  month date not null,
  pool text not null,
  unit text not null,
  free_used bigint not null default 0 check (free_used >= 0),
  free_reserved bigint not null default 0 check (free_reserved >= 0),
  paid_used bigint not null default 0 check (paid_used >= 0),
  primary key (owner_id, month, pool, unit)
);

-- The part of each call in it: free units that are reserved until it is counted, then what it used. The rows of a call that is given
-- back are deleted and taken out of the month. An open row is looked at again: its call may never be booked.
create table volume_calls (
  id uuid not null,
  unit text not null,
  owner_id integer not null references users,
  month date not null,
  pool text not null,
  reserved bigint not null check (reserved >= 0),
  free bigint not null default 0 check (free >= 0),
  paid bigint not null default 0 check (paid >= 0),
  cost_micros bigint check (cost_micros >= 0),
  is_open boolean not null default true,
  primary key (id, unit)
);
create index volume_calls_open on volume_calls (id) where is_open;
create index volume_calls_owner on volume_calls (owner_id);
