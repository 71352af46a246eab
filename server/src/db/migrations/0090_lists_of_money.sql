-- concurrent, allows older
-- The console lists payments, refunds, disputes and documents of all customers, newest first.
create index concurrently if not exists payment_orders_by_date on payment_orders (created_at, id);
create index concurrently if not exists payment_reversals_by_date on payment_reversals (created_at, id);
create index concurrently if not exists billing_documents_by_date on billing_documents (issued_at, id);
create index concurrently if not exists billing_notes_by_date on billing_notes (issued_at, id);
