-- Views of Usage that an account has saved under a name: filters, groups and order, as they stand in the address.
create table usage_views (
  owner_id    integer not null references users on delete cascade,
  name        text not null,
  path        text not null,
  search      text not null,
  created_by  integer not null references users on delete cascade,
  created_at  timestamptz not null,
  primary key (owner_id, name)
);
