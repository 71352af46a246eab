-- The first steps can be put away; each person decides for themselves.
alter table users add column start_dismissed_at timestamptz;
