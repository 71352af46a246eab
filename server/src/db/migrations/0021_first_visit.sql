-- Until now nothing ended a first visit: whoever has signed in before has had theirs.
update users set first_visit = false where last_login_at is not null;
