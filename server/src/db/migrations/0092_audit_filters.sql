-- concurrent, allows older
-- The console filters the log by action and by day without reading all of it.
create index concurrently if not exists audit_by_action on audit_log (action, id);
create index concurrently if not exists audit_by_at on audit_log (at, id);
