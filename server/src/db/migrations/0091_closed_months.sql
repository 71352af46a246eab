-- allows older
-- The file of a month for the accountant, written once: whoever downloads it later gets the same bytes.
create table closed_months (
  month      text primary key check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  closed_at  timestamptz not null,
  closed_by  text not null,
  sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  file       bytea not null
);
