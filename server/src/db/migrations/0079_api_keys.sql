-- allows older
-- API keys are rows of agent_logins, as both are secrets of a login with bounds of their own: an agent opens /mcp, a key the data API.
-- Calls, limits and books name either by agent_id. A key without an expiry has the year 9999, so that every row has a time.
alter table agent_logins
  add column kind text not null default 'agent' check (kind in ('agent', 'key')),
  -- The visible beginning of the secret.
  add column prefix text check (length(prefix) <= 40),
  add column is_read_only boolean not null default false,
  -- Addresses and subnets that may use it, beside the rules of its login; empty for all.
  add column addresses text[] not null default '{}',
  -- The secret before the last rotation, and until when it works.
  add column old_mac bytea unique,
  add column old_until timestamptz,
  add column expiry_mailed_at timestamptz,
  drop constraint agent_logins_check,
  add constraint agent_logins_check check (kind = 'key' or not is_live or total_micros is not null),
  add constraint agent_logins_key_check check ((kind = 'key') = (prefix is not null)),
  add constraint agent_logins_old_check check ((old_mac is null) = (old_until is null));
