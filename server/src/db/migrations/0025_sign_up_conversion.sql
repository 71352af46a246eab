-- A sign-up by e-mail that was completed and of which analytics has not been told yet. Accounts that exist already are not due.
alter table users add column sign_up_due boolean not null default false;
