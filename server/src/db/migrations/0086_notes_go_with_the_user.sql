-- allows older
-- A note on a sign-up that is never confirmed must not stop its removal, and with it that of all others.
alter table customer_notes drop constraint customer_notes_user_id_fkey,
  add constraint customer_notes_user_id_fkey foreign key (user_id) references users (id) on delete cascade;
