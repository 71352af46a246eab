-- concurrent, allows older
-- Ids of tasks are only ever asked for as a whole: half the bytes.
create index concurrently if not exists usage_events_of_task on usage_events using hash (task_id) where task_id is not null;
-- Without world:usage, the third account of every database, which stands against each call and whose entries nobody lists.
create index concurrently if not exists ledger_entries_of_customers on ledger_entries (account_id, transaction_id)
  include (amount_micros) where account_id <> 3;
