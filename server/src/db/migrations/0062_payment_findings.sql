-- allows older
-- Runs that compared our payments with the processor's own lists; the next one reads on from there.
create table payment_comparisons (
  id         bigint generated always as identity primary key,
  processor  text not null check (processor in ('stripe', 'test')),
  at         timestamptz not null,
  -- It read as far back as disputes can come.
  is_whole   boolean not null,
  payments   integer not null,
  reversals  integer not null,
  followed   integer not null
);

-- Differences between the processor and us that following it did not remove, until they are gone.
create table payment_findings (
  processor    text not null check (processor in ('stripe', 'test')),
  payment_ref  text not null,
  finding      text not null,
  found_at     timestamptz not null,
  checked_at   timestamptz not null,
  solved_at    timestamptz,
  primary key (processor, payment_ref, finding)
);
create index payment_findings_open on payment_findings (found_at) where solved_at is null;
