-- Kinds of browser and addresses a user has signed in with, as a keyed hash of both: a sign-in with another pair is told by mail.
create table seen_places (
  user_id  integer not null references users (id) on delete cascade,
  mark     text not null,
  seen_at  timestamptz not null,
  primary key (user_id, mark)
);
