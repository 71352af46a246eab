-- concurrent, allows older
-- The console finds a customer by any of these, among a hundred thousand, without reading them all. Words
-- are written to their index at once: a list of pending ones would be read by every search.
create index concurrently if not exists users_by_words on users using gin (to_tsvector('simple', translate(email_norm || ' ' || name, '@._+-/', ',,,,,,'))) with (fastupdate = off);
create index concurrently if not exists billing_details_by_words on billing_details using gin (to_tsvector('simple', translate(name, '@._+-/', ',,,,,,'))) with (fastupdate = off);
create index concurrently if not exists billing_details_by_vat_id on billing_details (vat_id text_pattern_ops);
create index concurrently if not exists api_logins_by_start on api_logins (lower(login) text_pattern_ops);
create index concurrently if not exists billing_documents_by_number on billing_documents (number text_pattern_ops);
create index concurrently if not exists payment_orders_by_start on payment_orders (reference text_pattern_ops);
create index concurrently if not exists payment_orders_by_ref on payment_orders (payment_ref) where payment_ref is not null;
create index concurrently if not exists payment_methods_by_last4 on payment_methods (last4);
create index concurrently if not exists sessions_by_ip on sessions (ip text_pattern_ops);
create index concurrently if not exists audit_by_ip on audit_log (ip text_pattern_ops, user_id);
