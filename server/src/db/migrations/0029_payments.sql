-- Money that comes in: orders, what processors tell about them, stored payment methods, refunds and disputes, promo codes.

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('gift', 'payment', 'usage', 'refund', 'correction', 'transfer',
    'promo', 'dispute', 'dispute_won', 'dispute_fee', 'purchase'));
insert into ledger_accounts (name) values ('world:promos'), ('world:fees'), ('world:purchases');

-- The same person at a processor, so that stored methods are found again.
create table payment_customers (
  owner_id      integer not null references users (id),
  processor     text not null check (processor in ('stripe', 'test')),
  customer_ref  text not null,
  created_at    timestamptz not null,
  primary key (owner_id, processor),
  unique (processor, customer_ref)
);

-- What a processor stores for us. Of a card we know brand, last four digits and expiry, nothing else.
create table payment_methods (
  id           uuid primary key,
  owner_id     integer not null references users (id),
  processor    text not null check (processor in ('stripe', 'test')),
  method_ref   text not null,
  brand        text not null,
  last4        text not null check (last4 ~ '^[0-9]{0,4}$'),
  exp_month    smallint check (exp_month between 1 and 12),
  exp_year     smallint,
  is_default   boolean not null default false,
  created_at   timestamptz not null,
  removed_at   timestamptz,
  unique (processor, method_ref)
);
create unique index payment_methods_one_default on payment_methods (owner_id) where is_default and removed_at is null;

-- One attempt to get money in. Made before a processor hears of it; its id is the idempotency key of every call about it.
create table payment_orders (
  id               uuid primary key,
  reference        text not null unique,
  owner_id         integer not null references users (id),
  login_id         integer not null references api_logins (id),
  created_by       integer references users (id),
  processor        text not null check (processor in ('stripe', 'test', 'wire')),
  purpose          text not null check (purpose in ('top_up', 'auto_recharge', 'subscription')),
  -- What is subscribed to, when the purpose is a subscription.
  product          text,
  -- Credited to the login once it is paid. The tax comes on top and is never credited.
  amount_micros    bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  tax_micros       bigint not null default 0 check (tax_micros >= 0 and tax_micros % 10000 = 0),
  -- What the tax was computed from, frozen: country, rate, note, VAT id.
  tax_facts        jsonb not null default '{}',
  state            text not null default 'created'
                   check (state in ('created', 'open', 'processing', 'paid', 'failed', 'canceled')),
  -- Higher with every change, so that a late event never overwrites a newer state.
  version          integer not null default 1,
  method_id        uuid references payment_methods (id),
  -- Whether what is paid with is kept for the next time, and whether the customer sits before the page and can be asked.
  save_method      boolean not null default false,
  is_present       boolean not null default false,
  method_label     text not null default '',
  -- Ids at the processor: the hosted page and the payment itself.
  checkout_ref     text,
  payment_ref      text,
  checkout_url     text,
  -- Why it failed, as a code of ours (see contract/src/payments.ts).
  failure          text,
  -- Where the customer came from: a path of this site.
  return_to        text not null default '/users/getrows',
  -- The site it was made on, where the processor sends the browser back to.
  origin           text not null,
  refunded_micros  bigint not null default 0 check (refunded_micros between 0 and amount_micros),
  dispute          text check (dispute in ('open', 'lost', 'won')),
  -- Why what the processor says about it is not followed: amount, currency or customer are not those of the order.
  quarantine       text,
  created_at       timestamptz not null,
  changed_at       timestamptz not null,
  checked_at       timestamptz,
  paid_at          timestamptz,
  check ((purpose = 'subscription') = (product is not null)),
  check ((state = 'paid') = (paid_at is not null))
);
create unique index payment_orders_by_payment on payment_orders (processor, payment_ref) where payment_ref is not null;
create unique index payment_orders_by_checkout on payment_orders (processor, checkout_ref) where checkout_ref is not null;
create index payment_orders_newest on payment_orders (owner_id, created_at desc, id);
create index payment_orders_unsettled on payment_orders (changed_at) where state in ('created', 'open', 'processing');
-- Never two automatic charges for one login at a time, whatever crashes in between.
create unique index payment_orders_one_recharge on payment_orders (login_id)
  where purpose = 'auto_recharge' and state in ('created', 'open', 'processing');
create unique index payment_orders_one_renewal on payment_orders (owner_id, product)
  where purpose = 'subscription' and state in ('created', 'open', 'processing');

-- What a processor told us, stored by its own id before it is handled.
create table payment_events (
  processor    text not null check (processor in ('stripe', 'test')),
  event_id     text not null,
  type         text not null,
  body         jsonb not null,
  received_at  timestamptz not null,
  handled_at   timestamptz,
  tried_at     timestamptz,
  tries        integer not null default 0,
  error        text,
  primary key (processor, event_id)
);
create index payment_events_unhandled on payment_events (received_at) where handled_at is null;

-- Money that goes back. Each is booked by entries of its own; nothing is deleted.
create table payment_reversals (
  id             uuid primary key,
  order_id       uuid not null references payment_orders (id),
  kind           text not null check (kind in ('refund', 'dispute')),
  -- Id at the processor.
  reversal_ref   text,
  -- A dispute about what was refunded before takes nothing, but costs its fee.
  amount_micros  bigint not null check (amount_micros > 0 or (kind = 'dispute' and amount_micros = 0)),
  tax_micros     bigint not null default 0 check (tax_micros >= 0),
  fee_micros     bigint not null default 0 check (fee_micros >= 0),
  state          text not null check (state in ('created', 'pending', 'done', 'failed', 'won')),
  reason         text not null,
  actor          text not null,
  created_at     timestamptz not null,
  changed_at     timestamptz not null
);
create unique index payment_reversals_by_ref on payment_reversals (reversal_ref) where reversal_ref is not null;
create index payment_reversals_of_order on payment_reversals (order_id);

-- What the test processor knows: its own memory, which no other room reads, kept across restarts.
create table test_processor_methods (
  method_ref    text primary key,
  customer_ref  text not null,
  brand         text not null,
  last4         text not null,
  exp_month     smallint not null,
  exp_year      smallint not null,
  created_at    timestamptz not null,
  removed_at    timestamptz
);
create index test_processor_methods_of_customer on test_processor_methods (customer_ref);
create table test_processor_payments (
  payment_ref      text primary key,
  -- The same key again is the same payment.
  idempotency_key  text not null unique,
  checkout_ref     text unique,
  customer_ref     text not null,
  -- Null where a method is stored without a payment.
  order_id         uuid,
  total_micros     bigint not null check (total_micros >= 0),
  state            text not null check (state in ('open', 'processing', 'paid', 'failed', 'canceled')),
  failure          text,
  -- A payment that is processing is paid from then on.
  due_at           timestamptz,
  save_method      boolean not null default false,
  method_ref       text references test_processor_methods (method_ref),
  description      text not null,
  return_url       text not null,
  created_at       timestamptz not null
);
create table test_processor_reversals (
  reversal_ref     text primary key,
  idempotency_key  text not null unique,
  payment_ref      text not null references test_processor_payments (payment_ref),
  kind             text not null check (kind in ('refund', 'dispute')),
  total_micros     bigint not null check (total_micros > 0),
  state            text not null check (state in ('done', 'open', 'won', 'lost')),
  created_at       timestamptz not null
);
create index test_processor_reversals_of_payment on test_processor_reversals (payment_ref);

create table promo_codes (
  id             integer generated always as identity primary key,
  code           text not null unique check (code = upper(code) and length(code) between 3 and 40),
  -- Either an amount, or a percentage of the next payment.
  amount_micros  bigint check (amount_micros > 0),
  percent        integer check (percent between 1 and 100),
  max_micros     bigint check (max_micros > 0),
  budget_micros  bigint check (budget_micros > 0),
  spent_micros   bigint not null default 0 check (spent_micros >= 0),
  starts_at      timestamptz,
  ends_at        timestamptz,
  note           text not null default '',
  created_at     timestamptz not null,
  check ((amount_micros is null) <> (percent is null)),
  check (budget_micros is null or spent_micros <= budget_micros)
);
create table promo_uses (
  code_id        integer not null references promo_codes (id),
  owner_id       integer not null references users (id),
  login_id       integer not null references api_logins (id),
  -- Set when credited; a percentage waits for the next payment.
  order_id       uuid references payment_orders (id),
  amount_micros  bigint check (amount_micros > 0),
  used_by        integer references users (id),
  used_at        timestamptz not null,
  credited_at    timestamptz,
  primary key (code_id, owner_id)
);
create index promo_uses_waiting on promo_uses (owner_id) where credited_at is null;
