-- Does not allow a version before it to start again: it could not refund a call of minutes that are summed up by quarter-hours.
-- When the minutes of a moved day of usage were summed up so; null: not to the end.
alter table moved_days add column merged_at timestamptz;
