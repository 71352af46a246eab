-- All entries of a transaction come in one statement, which must balance, name what exists, and moves the balances itself.
-- Checked for the statement and not row by row, because calls are booked by the hundred; what they name is never deleted.
-- It runs as the owner, as the role of the server may not write a balance.
create or replace function apply_ledger_entries() returns trigger language plpgsql security definer
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set search_path from current as $$
begin
  if exists (select from new_entries group by transaction_id having sum(amount_micros) <> 0) then
    raise exception 'the entries of a ledger transaction do not sum to zero' using errcode = 'check_violation';
  end if;
  if exists (
    select from new_entries e
      left join ledger_transactions t on t.id = e.transaction_id left join ledger_accounts a on a.id = e.account_id
      where t.id is null or a.id is null
  ) then
    raise exception 'a ledger entry names no transaction or no account' using errcode = 'foreign_key_violation';
  end if;
  update ledger_accounts a set balance_micros = a.balance_micros + moved.micros
    from (select account_id, sum(amount_micros)::bigint as micros from new_entries group by account_id order by account_id) moved
    where a.id = moved.account_id and a.api_login_id is not null;
  return null;
end $$;
revoke execute on function apply_ledger_entries() from public;
