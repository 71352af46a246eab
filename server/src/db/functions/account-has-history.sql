-- Whether an account has bookings, calls or orders.
create or replace function account_has_history(_owner integer) returns boolean language sql stable security definer
  set search_path from current as $$
  select exists (
      select from api_logins l join ledger_accounts a on a.api_login_id = l.id join ledger_entries e on e.account_id = a.id
        where l.owner_id = _owner)
    or exists (select from api_logins l join usage_hours h on h.login_id = l.id where l.owner_id = _owner)
    or exists (select from payment_orders o where o.owner_id = _owner)
$$;
revoke execute on function account_has_history(integer) from public;
