-- Databases that are sold as files: versions published while we run, the files there are, who bought them.

-- Versions of the provider's own files are in PROVIDER_DIR; these are the ones added by `portico database publish`.
create table database_versions (
  database_id   text not null,
  version       text not null check (version ~ '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$'),
  published_on  date not null,
  -- What is new, by language.
  changes       jsonb not null,
  -- Records by location.
  locations     jsonb not null,
  at            timestamptz not null,
  primary key (database_id, version)
);

-- One file is there once, however many bought it. Its place is a path below DATA_DIR.
create table database_files (
  database_id  text not null,
  version      text not null,
  location     text not null check (location ~ '^[A-Z]{2}$'),
  format       text not null check (format in ('jsonl', 'csv', 'parquet')),
  path         text not null,
  bytes        bigint not null check (bytes > 0),
  records      bigint not null check (records >= 0),
  sha256       text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  at           timestamptz not null,
  primary key (database_id, version, location, format)
);

-- Inserted in the transaction that takes the money: there is no purchase that is not paid.
create table database_purchases (
  id             uuid primary key,
  reference      text not null unique,
  owner_id       integer not null references users (id),
  login_id       integer not null references api_logins (id),
  created_by     integer not null references users (id),
  database_id    text not null,
  -- As it was called then, in English: the provider may stop selling it.
  title          text not null,
  version        text not null,
  format         text not null check (format in ('jsonl', 'csv', 'parquet')),
  locations      text[] not null check (cardinality(locations) > 0),
  amount_micros  bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  state          text not null default 'paid' check (state in ('paid', 'preparing', 'ready', 'failed')),
  tries          integer not null default 0,
  -- Whoever prepares it has until then; afterwards another may.
  claimed_until  timestamptz,
  updates_until  timestamptz,
  -- Links carry it: with a higher one those made before stop working.
  link_number    integer not null default 1,
  created_at     timestamptz not null,
  changed_at     timestamptz not null,
  ready_at       timestamptz,
  check ((state = 'ready') = (ready_at is not null))
);
create index database_purchases_newest on database_purchases (owner_id, created_at desc, id);
create index database_purchases_unfinished on database_purchases (created_at) where state in ('paid', 'preparing');
create index database_purchases_updates on database_purchases (database_id) where updates_until is not null;

create table database_purchase_files (
  purchase_id  uuid not null references database_purchases (id),
  database_id  text not null,
  version      text not null,
  location     text not null,
  format       text not null,
  at           timestamptz not null,
  primary key (purchase_id, version, location),
  foreign key (database_id, version, location, format) references database_files (database_id, version, location, format)
);
