-- How far the chain of the audit log has been checked: a row that was checked and is not there any more, or not the same, shows,
-- also when it was the last one.
create table audit_checks (
  id        bigint generated always as identity primary key,
  at        timestamptz not null,
  -- From the first row on, or from the check before.
  is_whole  boolean not null,
  -- The newest row of the log then, its hash, and how many rows there were up to it.
  last_id   bigint not null,
  hash      bytea not null,
  rows      bigint not null,
  broken    bigint[] not null
);
create trigger audit_checks_are_append_only before update or delete or truncate on audit_checks
  for each statement execute function refuse_change();
