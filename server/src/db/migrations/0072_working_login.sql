-- allows older
-- The login a user chose to work on last; a new session begins there. Null: never chosen.
alter table users add column working_login_id integer references api_logins (id) on delete set null;
