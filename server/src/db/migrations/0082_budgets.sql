-- allows older
-- What an account means to spend in a month (UTC): at the soft line it is notified, beyond the hard line no call is paid. It counts
-- everything of the account, of one of its logins, or the calls of the account with one tag.
create table budgets (
  id integer generated always as identity primary key,
  owner_id integer not null references users,
  login_id integer references api_logins on delete cascade,
  tag text check (length(tag) between 1 and 255),
  soft_micros bigint check (soft_micros > 0),
  hard_micros bigint check (hard_micros > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Until when it was compared with its lines. A process that was down goes on from there.
  checked_at timestamptz not null,
  -- Calls that began before the tag was counted are added once they have all ended.
  recounted_at timestamptz,
  check (login_id is null or tag is null),
  check (soft_micros is not null or hard_micros is not null),
  check (soft_micros < hard_micros)
);
create unique index budgets_of_account on budgets (owner_id, coalesce(login_id, 0), coalesce(tag, ''));
create index budgets_login on budgets (login_id) where login_id is not null;

-- The lines that were reported, once a month each. A line that was moved is another line.
create table budget_alerts (
  budget_id integer not null references budgets on delete cascade,
  month date not null,
  line text not null check (line in ('forecast', 'soft', 'hard')),
  line_micros bigint not null,
  sent_at timestamptz not null,
  primary key (budget_id, month, line, line_micros)
);

-- The tag a call counts for; null where no budget counts its tag.
alter table ledger_holds add column tag text;

-- Channels in Slack and Teams that get the alerts of an account. The address is a secret: who has it can post.
create table alert_channels (
  id integer generated always as identity primary key,
  owner_id integer not null references users,
  app text not null check (app in ('slack', 'teams')),
  name text not null check (length(name) between 1 and 60),
  host text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  unique (owner_id, name)
);
alter table alert_deliveries add column channel_id integer references alert_channels on delete cascade;
create index alert_deliveries_of_channel on alert_deliveries (channel_id, id desc) where channel_id is not null;

-- What a person was notified of in the dashboard. `values` has the fields of its kind.
create table inbox_items (
  id bigint generated always as identity primary key,
  user_id integer not null references users,
  owner_id integer not null references users,
  login_id integer references api_logins on delete cascade,
  kind text not null,
  values jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index inbox_items_of_user on inbox_items (user_id, id desc);
create index inbox_items_unread on inbox_items (user_id) where read_at is null;
create index inbox_items_owner on inbox_items (owner_id);
create index inbox_items_old on inbox_items (created_at);
