-- allows older
-- Answers that are passed on as they come: what is charged for one if its process dies before its end. `settle` is the row that the
-- meter would book; the process updates it every second and removes it when the call is booked.
create table ledger_begun_calls (
  id uuid primary key,
  settle jsonb not null
);
