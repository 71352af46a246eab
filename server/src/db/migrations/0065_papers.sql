-- allows older
-- Documents that are no tax invoice: the proforma of a wire, the note of a dispute fee and the note that gives it back. They have a
-- table of their own, so that a version that knows invoices and credit notes only can still list those.
create table billing_notes (
  id             uuid primary key,
  kind           text not null check (kind in ('proforma', 'fee_note', 'fee_credit')),
  wl_id          integer not null,
  year           integer not null,
  sequence       integer not null,
  number         text not null,
  owner_id       integer not null references users (id),
  order_id       uuid not null references payment_orders (id),
  -- Of a fee note and of what gives it back: the dispute.
  reversal_id    uuid,
  -- Of a fee credit: the fee note.
  invoice_id     uuid references billing_notes (id),
  amount_micros  bigint not null check (amount_micros >= 0),
  tax_micros     bigint not null check (tax_micros >= 0),
  issued_at      timestamptz not null,
  content        jsonb not null,
  unique (wl_id, kind, year, sequence),
  check ((kind = 'proforma') = (reversal_id is null)),
  check ((kind = 'fee_credit') = (invoice_id is not null))
);
create unique index billing_notes_one_proforma on billing_notes (order_id) where kind = 'proforma';
create unique index billing_notes_one_of_reversal on billing_notes (reversal_id, kind) where reversal_id is not null;
create index billing_notes_newest on billing_notes (owner_id, issued_at desc, id);
create trigger billing_notes_are_append_only before update or delete or truncate on billing_notes
  for each statement execute function refuse_change();

alter table billing_counters drop constraint billing_counters_kind_check;
alter table billing_counters add constraint billing_counters_kind_check
  check (kind in ('invoice', 'credit_note', 'proforma', 'fee_note', 'fee_credit'));

-- How a company receives electronic invoices, and what its public buyer asks to be written on them (Leitweg-ID).
alter table billing_details add column e_invoice text not null default 'none' check (e_invoice in ('none', 'xrechnung', 'facturx'));
alter table billing_details add column buyer_reference text not null default '' check (length(buyer_reference) <= 60);

-- Reference rates of the European Central Bank: units of a currency for one euro, as published.
create table exchange_rates (
  day       date not null,
  currency  text not null check (currency ~ '^[A-Z]{3}$'),
  per_euro  text not null check (per_euro ~ '^[0-9]+([.][0-9]+)?$'),
  primary key (day, currency)
);
