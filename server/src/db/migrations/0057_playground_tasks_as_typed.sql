-- allows older
-- A request is kept with its fields in the order they were filled in, and with any sign JSON allows: jsonb sorts the names by
-- their length and refuses \u0000 and half a character.
alter table playground_runs alter column task type json using task::json;
alter table playground_saved alter column task type json using task::json;
