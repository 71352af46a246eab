-- The key all others are derived from, sealed with SECRET: a row for each SECRET that opens it, named by its fingerprint. A process
-- whose SECRET opens none is not one of ours.
create table key_ring (
  id       text primary key,
  sealed   bytea not null,
  made_at  timestamptz not null default now()
);
