-- allows older
-- A second card is charged when the first one of an automatic payment is declined: one order for each order that failed, at most.
alter table payment_methods add column is_backup boolean not null default false;
create unique index payment_methods_one_backup on payment_methods (owner_id) where is_backup and removed_at is null;
alter table payment_orders add column backup_of uuid references payment_orders (id);
create unique index payment_orders_one_backup on payment_orders (backup_of) where backup_of is not null;
