-- Archives of what is stored about somebody, made when they ask for it. The file lies in DATA_DIR/exports under the id.
create table data_exports (
  id             uuid primary key,
  user_id        integer not null references users (id) on delete cascade,
  -- The account they worked on.
  owner_id       integer not null references users (id) on delete cascade,
  -- Everything of that account, or what is personal of who asked.
  scope          text not null check (scope in ('account', 'person')),
  state          text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
  created_at     timestamptz not null,
  tries          integer not null default 0,
  claimed_until  timestamptz,
  ready_at       timestamptz,
  -- From then on it cannot be downloaded any more, and is deleted.
  expires_at     timestamptz,
  bytes          bigint,
  check (state <> 'ready' or (ready_at is not null and expires_at is not null and bytes is not null))
);
create unique index data_exports_one_at_a_time on data_exports (user_id, owner_id) where state = 'preparing';
create index data_exports_newest on data_exports (user_id, owner_id, created_at desc);

-- What somebody did in accounts of others.
create index audit_of_actor on audit_log (actor, id);
