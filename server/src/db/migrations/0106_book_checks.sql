-- allows older
-- Checks of the books, so that every instance answers with the same one.
create table book_checks (
  id         uuid primary key,
  started_at timestamptz not null default clock_timestamp(),
  -- The process that checks renews it; a check that nobody renews has ended without a result.
  alive_at   timestamptz not null default clock_timestamp(),
  ended_at   timestamptz,
  progress   jsonb,
  error      text,
  result     jsonb
);
create unique index book_checks_one_at_a_time on book_checks ((true)) where ended_at is null;
create index book_checks_newest on book_checks (started_at);
