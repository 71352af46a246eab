-- allows older
-- The login a user chose to work on last; a new session begins there. Null: never chosen. It is no foreign key, because users and
-- logins would refer to each other; a login that is gone is skipped.
alter table users add column working_login_id integer;
