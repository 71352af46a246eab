-- allows older
-- What the processor says goes back, with tax. Null in rows of the version before: amount and tax.
alter table payment_reversals add column total_micros bigint check (total_micros >= 0);
-- The part of it beyond what was paid: the bank took the same money twice. It is taken from the balance and is on no document.
alter table payment_reversals add column excess_micros bigint not null default 0 check (excess_micros >= 0);
-- The last cent that goes back may be one of tax alone.
alter table payment_reversals drop constraint payment_reversals_check;
alter table payment_reversals add constraint payment_reversals_amount check (amount_micros >= 0);
-- A dispute that was lost takes more when a refund beside it fails late: it then has a second credit note.
drop index billing_documents_one_of_reversal;
create index billing_documents_of_reversal on billing_documents (reversal_id, kind) where reversal_id is not null;
