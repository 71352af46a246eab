-- A profile without a zone follows the browser. Until now every account began with UTC, so nobody can have meant it by leaving it.
alter table users alter column time_zone drop not null, alter column time_zone drop default;
update users set time_zone = null where time_zone = 'UTC';
