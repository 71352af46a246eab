-- concurrent, allows older
-- The newest refusal by each reason and scope is found without reading the refusals between them.
create index concurrently if not exists error_events_by_reason on error_events (login_id, code, reason, scope, at desc)
  where reason is not null;
