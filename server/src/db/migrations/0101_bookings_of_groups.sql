-- Calls that are committed together share one booking. The previous version reads them and goes on beside this one, but compares the
-- books call by call and takes a repeated call of such a booking for a new one: it must not be started again after this.
alter table ledger_transactions add column calls integer not null default 1 check (calls > 0);
-- Null: the booking has the id of the call.
alter table usage_events add column booking_id uuid;
