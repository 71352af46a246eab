-- allows older
-- Endpoints of the provider's programs. Secrets are sealed; the previous one counts for a day.
create table operator_webhooks (
  id            integer generated always as identity primary key,
  name          text not null check (name ~ '^[a-z0-9-]{1,40}$'),
  url           text not null,
  events        text[] not null check (cardinality(events) > 0),
  is_paused     boolean not null default false,
  sealed        bytea not null,
  secret_since  timestamptz not null,
  old_sealed    bytea,
  old_until     timestamptz,
  created_by    text not null,
  created_at    timestamptz not null
);
create unique index operator_webhooks_name on operator_webhooks (name);

-- What happened, written in the transaction that made it so. The id follows from what happened: it cannot be there twice.
create table business_events (
  id          uuid primary key,
  type        text not null,
  owner_id    integer,
  body        text not null,
  created_at  timestamptz not null
);
create index business_events_owner on business_events (owner_id);
create index business_events_age on business_events (created_at);

create table operator_deliveries (
  id           bigint generated always as identity primary key,
  webhook_id   integer not null references operator_webhooks (id) on delete cascade,
  event_id     uuid not null references business_events (id) on delete cascade,
  is_replay    boolean not null default false,
  created_at   timestamptz not null,
  due_at       timestamptz not null,
  tries        integer not null default 0,
  sent_at      timestamptz,
  failed_at    timestamptz,
  http_status  integer,
  failure      text,
  error_code   text,
  answer       text
);
create unique index operator_deliveries_once on operator_deliveries (webhook_id, event_id) where not is_replay;
create index operator_deliveries_due on operator_deliveries (due_at) where sent_at is null and failed_at is null;
create index operator_deliveries_newest on operator_deliveries (webhook_id, id desc);
create index operator_deliveries_event on operator_deliveries (event_id);
create index operator_deliveries_failed on operator_deliveries (failed_at) where failed_at is not null;

-- How full the balance of a login was when it was last checked, and how often that has changed.
create table balance_levels (
  login_id  integer primary key references api_logins (id) on delete cascade,
  level     text not null check (level in ('fine', 'low', 'empty')),
  changes   integer not null default 0
);
