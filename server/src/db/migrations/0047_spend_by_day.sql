-- concurrent, allows older
-- The operator lists accounts by what they spent lately. Amounts are not part of the index: they change with every call.
create index concurrently if not exists spend_days_by_day on spend_days (day) where scope = '';
