-- allows older
-- The newest payments of a status, as the console lists them; the expression is STATUS of the order store.
create index payment_orders_by_status on payment_orders (
  (case when state <> 'paid' then state when dispute = 'open' then 'disputed'
    when dispute = 'lost' then 'dispute_lost' when refunded_micros = amount_micros then 'refunded'
    when refunded_micros > 0 then 'partly_refunded' else 'paid' end),
  created_at, id
);
