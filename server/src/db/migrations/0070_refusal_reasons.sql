-- allows older
-- Which rule refused a call, for which spend scope, and the limit it met. All null in rows of the previous version and in errors
-- that no rule of this kind made.
alter table error_events add column reason text, add column scope text, add column limit_micros bigint;
