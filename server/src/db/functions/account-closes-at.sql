-- When this account closes; null for all others.
create or replace function account_closes_at(_owner integer) returns timestamptz language sql stable as $$
  select c.closes_at from account_closings c where c.owner_id = _owner
$$;
