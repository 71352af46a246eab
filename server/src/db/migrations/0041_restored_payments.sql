-- A refund that came back from the bank, or a dispute that was won after all, gets an invoice that takes its credit note back.
alter table billing_documents drop constraint billing_documents_check;
alter table billing_documents drop constraint billing_documents_check1;
alter table billing_documents add constraint billing_documents_credit_note_is_about check (kind = 'invoice' or reversal_id is not null);
-- Of a credit note: the invoice. Of the invoice that takes one back: the credit note.
alter table billing_documents add constraint billing_documents_corrects check ((reversal_id is null) = (invoice_id is null));
drop index billing_documents_one_invoice;
create unique index billing_documents_one_invoice on billing_documents (order_id) where kind = 'invoice' and reversal_id is null;
drop index billing_documents_one_credit_note;
create unique index billing_documents_one_of_reversal on billing_documents (reversal_id, kind) where reversal_id is not null;
