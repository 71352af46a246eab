-- allows older
-- Files that count instead of, or beside, those of the provider folder: each row has all of them. No row ever changes.
create table catalogue_uploads (
  id          integer generated always as identity primary key,
  files       jsonb not null,
  created_at  timestamptz not null,
  created_by  text not null,
  reason      text not null
);
-- From which moment on which of them count, for all instances; null: the folder alone. The newest that has come counts.
create table catalogue_activations (
  id            integer generated always as identity primary key,
  upload_id     integer references catalogue_uploads (id),
  valid_from    timestamptz not null,
  activated_at  timestamptz not null,
  actor         text not null
);
create index catalogue_activations_by_moment on catalogue_activations (valid_from, id);
