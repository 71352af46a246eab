-- Wrong passwords in a row from browsers the account does not know; no row: none since the last sign-in or new password.
create table failed_sign_ins (
  user_id  integer primary key references users (id) on delete cascade,
  tries    integer not null
);
