-- allows older
-- What staff requested above the limit of one person. A second person decides once; whatever follows is recorded beside it.
create table approvals (
  id              uuid primary key,
  action          text not null,
  input           jsonb not null,
  amount_micros   bigint not null,
  owner_id        integer references users (id) on delete cascade,
  reason          text not null,
  requested_by    integer not null references users (id),
  requested_at    timestamptz not null,
  expires_at      timestamptz not null,
  decision        text check (decision in ('approved', 'rejected', 'expired')),
  decided_by      integer references users (id),
  decided_at      timestamptz,
  decision_reason text,
  finished_at     timestamptz,
  result          jsonb,
  failure         jsonb,
  check ((decision in ('approved', 'rejected')) is true = (decided_by is not null and decided_at is not null)),
  check (decision is distinct from 'approved' or decided_by <> requested_by),
  check (finished_at is null or decision = 'approved')
);
-- The same press twice is one request.
create unique index approvals_waiting on approvals (requested_by, action, md5(input::text)) where decision is null;
create index approvals_newest on approvals (requested_at desc);
create index approvals_owner on approvals (owner_id);
