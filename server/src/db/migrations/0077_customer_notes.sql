-- allows older
-- Notes of staff about a customer, for their colleagues alone. They are added, never changed.
create table customer_notes (
  id         uuid primary key,
  user_id    integer not null references users (id),
  author_id  integer references users (id),
  author     text not null,
  at         timestamptz not null,
  text       text not null check (length(text) between 3 and 500)
);
create index customer_notes_newest on customer_notes (user_id, at desc, id);
