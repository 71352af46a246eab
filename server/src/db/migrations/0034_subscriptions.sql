-- What accounts subscribe to, and balances that are topped up by themselves.

-- One row for each product an account has ever paid for. Without one, the product was never subscribed to.
create table subscriptions (
  owner_id           integer not null references users (id),
  product            text not null,
  state              text not null check (state in ('active', 'canceling', 'past_due', 'expired')),
  -- Whose balance the monthly minimum is credited to.
  login_id           integer not null references api_logins (id),
  -- Periods are whole months from here on, so that the 31st comes back after February.
  anchor_at          timestamptz not null,
  periods            integer not null check (periods > 0),
  period_start       timestamptz not null,
  period_end         timestamptz not null,
  -- Until when calls are let in; null: not any more. The gateway asks nothing else.
  access_until       timestamptz,
  price_micros       bigint not null check (price_micros > 0 and price_micros % 10000 = 0),
  price_version      text not null,
  -- The payment of this period.
  order_id           uuid not null references payment_orders (id),
  method_label       text not null,
  -- Of the renewal that is due or failed: how many charges failed, and when the next one is.
  tries              integer not null default 0 check (tries >= 0),
  next_try_at        timestamptz not null,
  -- A higher price the account was told of, and when.
  announced_version  text,
  announced_at       timestamptz,
  changed_at         timestamptz not null,
  primary key (owner_id, product),
  check (period_end > period_start),
  check ((state = 'expired') = (access_until is null)),
  check ((announced_version is null) = (announced_at is null))
);
create index subscriptions_due on subscriptions (next_try_at) where state <> 'expired';
create index subscriptions_by_order on subscriptions (order_id);

-- Every period that was paid for, when, and with the price it had. Rows are only added.
create table subscription_periods (
  order_id       uuid primary key references payment_orders (id),
  owner_id       integer not null references users (id),
  product        text not null,
  period_start   timestamptz not null,
  period_end     timestamptz not null,
  price_micros   bigint not null,
  price_version  text not null,
  method_label   text not null,
  at             timestamptz not null
);
create index subscription_periods_newest on subscription_periods (owner_id, at desc);

-- Which version of the price an order was made at; the order itself knows only the amount.
create table subscription_orders (
  order_id       uuid primary key,
  owner_id       integer not null references users (id),
  product        text not null,
  price_version  text not null,
  is_renewal     boolean not null,
  at             timestamptz not null
);

/* The products an account pays for, at a moment. Beside them stands what the operator gave a login by hand (api_logins.subscriptions). */
create function subscribed_products(_owner_id integer, _at timestamptz) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(product order by product), '{}')
    from subscriptions where owner_id = _owner_id and access_until > _at
$$;

create table auto_recharges (
  login_id           integer primary key references api_logins (id),
  owner_id           integer not null references users (id),
  is_on              boolean not null,
  threshold_micros   bigint not null check (threshold_micros >= 0),
  amount_micros      bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  -- Null: the default method of the account, whichever that is.
  method_id          uuid references payment_methods (id),
  -- The most that is charged in a calendar month (UTC), tax not counted; null: no ceiling.
  month_max_micros   bigint check (month_max_micros > 0),
  -- How many orders were ever made: each has an id of its own that follows from this number.
  orders             integer not null default 0 check (orders >= 0),
  -- Charges that failed in a row, and when the next one may be tried.
  failures           integer not null default 0 check (failures >= 0),
  retry_at           timestamptz,
  failed_label       text,
  failure            text,
  -- Set when it was turned off because of them.
  stopped_at         timestamptz,
  changed_by         integer references users (id),
  created_at         timestamptz not null,
  changed_at         timestamptz not null,
  check (stopped_at is null or not is_on)
);
create index auto_recharges_on on auto_recharges (login_id) where is_on;
