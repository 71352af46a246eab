-- The products an account pays for, at a moment. Not included: what the operator granted a login (api_logins.subscriptions).
create or replace function subscribed_products(_owner_id integer, _at timestamptz) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(product order by product), '{}')
    from subscriptions where owner_id = _owner_id and access_until > _at
$$;
