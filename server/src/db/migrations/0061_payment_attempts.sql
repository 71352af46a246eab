-- allows older
-- The attempt a request belongs to: a processor repeats its 500 for every request with the same key, so the next attempt needs another key.
alter table payment_orders add column attempt integer not null default 0;
-- Orders of the version before may have been charged under its keys, so these are looked up before anything is sent.
update payment_orders set attempt = 1 where state = 'created' and processor = 'stripe';
alter table payment_reversals add column attempt integer not null default 0;
-- The time of a 500 to this attempt: what became of it is unknown until the processor lists it, or has not for long enough.
alter table payment_reversals add column unanswered_at timestamptz;
