-- Mail about balance, days left, limits and errors: what was sent, and how each login looked when it was last looked at.

create index api_logins_with_alerts on api_logins (id) where alerts <> '{}';

-- `key` is what is told once: an amount, a number of days, a share of a limit on a day, a rate. `ended_at` is when it was
-- seen to be over, so that the next crossing is told again.
create table alerts_sent (
  login_id  integer not null references api_logins (id) on delete cascade,
  kind      text not null check (kind in ('balance', 'runway', 'limit', 'errors')),
  key       text not null,
  sent_at   timestamptz not null,
  ended_at  timestamptz,
  primary key (login_id, kind, key)
);

-- `state` is a digest of wishes, balance and limits: where it is the same and nobody called, there is nothing to look at.
create table alerts_seen (
  login_id  integer primary key references api_logins (id) on delete cascade,
  state     text not null,
  seen_at   timestamptz not null
) with (fillfactor = 60);
