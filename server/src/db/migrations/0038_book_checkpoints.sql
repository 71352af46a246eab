-- allows older
-- Days of the books that are closed: they were checked and found right after nothing more could be booked on them, so that a check
-- need not begin at the first call ever made (docs/decisions/039-books-at-size.md).

create table book_checkpoints (
  day           date primary key,
  transactions  bigint not null,
  calls         bigint not null,
  checked_at    timestamptz not null
);

-- What the entries of all closed days sum to.
create table book_closings (
  account_id  integer primary key,
  micros      bigint not null
);
