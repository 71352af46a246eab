-- What a run brought, so that a later one can be compared with it: JSON, absent where it was too large to keep.
alter table playground_runs add column result text;
