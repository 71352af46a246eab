-- concurrent, allows older
-- What was given up, newest first, among all there ever was.
create index concurrently if not exists gateway_tasks_failed on gateway_tasks (finished_at, id) where state = 'failed';
create index concurrently if not exists gateway_webhooks_failed on gateway_webhooks (failed_at, id) where failed_at is not null;
create index concurrently if not exists alert_deliveries_failed on alert_deliveries (failed_at, id) where failed_at is not null;
create index concurrently if not exists outbox_failed on outbox (failed_at, id) where failed_at is not null;
