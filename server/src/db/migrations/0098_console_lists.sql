-- concurrent, allows older
-- Mails to a customer, newest first.
create index concurrently if not exists outbox_by_address on outbox (to_address, id);
-- Staff, and the newest accounts, among all there are.
create index concurrently if not exists users_staff on users (id) where is_staff;
create index concurrently if not exists users_newest on users (created_at, id);
