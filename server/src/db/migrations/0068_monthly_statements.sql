-- allows older
-- Accounts that want a statement of each month by mail, since when, and the months that were mailed: each once.
alter table billing_details add column statements_since timestamptz;
create table statement_mails (
  owner_id   integer not null references users (id),
  month      text not null check (month ~ '^\d{4}-\d\d$'),
  mailed_at  timestamptz not null,
  primary key (owner_id, month)
);
