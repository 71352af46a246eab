-- allows older
-- Of calls that programs can repeat as fast as they send, some are stored with their details and the others are counted:
-- `repeats` says for how many further calls a row stands. `http_method` is the method as it was sent, null in older rows.
alter table usage_events add column repeats integer not null default 0, add column http_method text;
alter table error_events add column repeats integer not null default 0, add column http_method text;
alter table error_hours add column repeats integer not null default 0;
alter table error_days add column repeats integer not null default 0;
