-- concurrent, allows older
-- The console's start page reads these every few seconds, among all payments there ever were.
create index concurrently if not exists payment_orders_to_mend on payment_orders (created_at, id)
  where quarantine is not null or dispute = 'open' or (processor = 'wire' and state in ('created', 'open', 'processing'));
create index concurrently if not exists payment_orders_by_payday on payment_orders (paid_at) where state = 'paid';
