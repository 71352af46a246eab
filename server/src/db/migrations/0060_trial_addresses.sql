-- allows older
-- Addresses that had trial credit, as keyed hashes: one that is registered again after its account was closed gets none.
create table trial_addresses (
  address_mac  text primary key,
  given_at     timestamptz not null
);
