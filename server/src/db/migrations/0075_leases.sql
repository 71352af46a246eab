-- allows older
-- A lease is a hold that one process took for many calls of one kind: their settlements draw on it. `is_lease` is true while
-- more of it may go back before a call ends; `lease_returns` counts the parts that went back, so that each does so once.
alter table ledger_holds add column is_lease boolean, add column lease_returns smallint;
create index ledger_leases on ledger_holds (login_id) where is_lease;
-- Whether a hold was refused while some of the money was on lease.
alter type meter_verdict add attribute has_leases boolean;
