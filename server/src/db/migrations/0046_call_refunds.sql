-- allows older
-- What the operator gave back for single calls: once for each call, which stays as it was booked. Readers take it off its price.
create table usage_refunds (
  -- Of the call.
  id             uuid primary key,
  at             timestamptz not null check (at = call_time(id)),
  login_id       integer not null,
  amount_micros  bigint not null check (amount_micros > 0),
  -- Of the ledger transaction.
  booking_id     uuid not null unique,
  refunded_at    timestamptz not null,
  actor          text not null,
  reason         text not null
);
create trigger usage_refunds_are_append_only before update or delete or truncate on usage_refunds
  for each statement execute function refuse_change();
