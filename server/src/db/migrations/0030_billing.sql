-- Whom invoices are for, the invoices and credit notes themselves, and the counters their numbers come from.

create table billing_details (
  owner_id        integer primary key references users (id),
  kind            text not null check (kind in ('company', 'person')),
  name            text not null check (length(name) between 1 and 120),
  line1           text not null check (length(line1) between 1 and 120),
  line2           text not null check (length(line2) <= 120),
  postal_code     text not null check (length(postal_code) <= 20),
  city            text not null check (length(city) between 1 and 80),
  country         text not null check (country ~ '^[A-Z]{2}$'),
  vat_id          text not null check (length(vat_id) <= 20),
  invoice_emails  text[] not null check (cardinality(invoice_emails) <= 5),
  po_number       text not null check (length(po_number) <= 60),
  changed_at      timestamptz not null,
  check (kind = 'company' or vat_id = '')
);

-- The last number given, for a brand, a kind and a UTC year. Locked by whoever takes the next one until the document is there:
-- a transaction that fails gives its number back, so that none is missing.
create table billing_counters (
  wl_id  integer not null,
  kind   text not null check (kind in ('invoice', 'credit_note')),
  year   integer not null,
  last   integer not null check (last > 0),
  primary key (wl_id, kind, year)
);

create table billing_documents (
  id             uuid primary key,
  kind           text not null check (kind in ('invoice', 'credit_note')),
  wl_id          integer not null,
  year           integer not null,
  sequence       integer not null,
  number         text not null,
  owner_id       integer not null references users (id),
  order_id       uuid not null references payment_orders (id),
  -- Of a credit note: what it is about, and the invoice it corrects.
  reversal_id    uuid,
  invoice_id     uuid references billing_documents (id),
  amount_micros  bigint not null check (amount_micros >= 0),
  tax_micros     bigint not null check (tax_micros >= 0),
  issued_at      timestamptz not null,
  -- All that is printed on it, as it was on that day: seller, customer, lines, tax, payment, language, brand.
  content        jsonb not null,
  unique (wl_id, kind, year, sequence),
  check ((kind = 'credit_note') = (reversal_id is not null)),
  check ((kind = 'credit_note') = (invoice_id is not null))
);
create unique index billing_documents_one_invoice on billing_documents (order_id) where kind = 'invoice';
create unique index billing_documents_one_credit_note on billing_documents (reversal_id) where kind = 'credit_note';
create index billing_documents_newest on billing_documents (owner_id, issued_at desc, id);
create trigger billing_documents_are_append_only before update or delete or truncate on billing_documents
  for each statement execute function refuse_change();

-- A statement reads the entries of one account in a period: those of calls by their ids, which carry the time, all others by theirs.
create index ledger_entries_of_account on ledger_entries (account_id, transaction_id) include (amount_micros);
drop index ledger_entries_by_account;
create index ledger_transactions_besides_usage on ledger_transactions (at) where kind <> 'usage';
