-- At most one percentage of an account waits for its next payment, whatever is redeemed at the same time.
drop index promo_uses_waiting;
create unique index promo_uses_one_waiting on promo_uses (owner_id) where credited_at is null;
create index promo_uses_of_order on promo_uses (order_id) where order_id is not null;
