-- allows older
-- What a register answered about a VAT number, and when: evidence for the tax that was or was not charged.
create table vat_checks (
  id            bigint generated always as identity primary key,
  owner_id      integer not null references users (id),
  vat_id        text not null,
  -- `unavailable`: the register could not be asked, and nothing is known.
  result        text not null check (result in ('valid', 'invalid', 'unavailable')),
  -- Why it was unavailable, in the words of the register.
  error         text not null default '',
  -- Number of the consultation, where the register gives one to a seller that names itself.
  consultation  text not null default '',
  -- As the register has them, where it tells.
  name          text not null default '',
  address       text not null default '',
  checked_at    timestamptz not null
);
create index vat_checks_newest on vat_checks (owner_id, vat_id, checked_at desc);
