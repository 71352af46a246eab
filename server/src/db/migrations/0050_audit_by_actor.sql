-- concurrent, allows older
-- The people of an account's log, and the entries of one of them, without reading all of it.
create index concurrently if not exists audit_by_actor on audit_log (user_id, actor, id);
