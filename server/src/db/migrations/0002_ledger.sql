-- API logins and the money behind them: double entry, rows only ever inserted, the balance is their sum.

create table api_logins (
  id          integer generated always as identity primary key,
  login       text not null unique check (length(login) between 3 and 254),
  owner_id    integer not null references users (id),
  kind        text not null default 'personal' check (kind in ('personal', 'team', 'machine')),
  created_at  timestamptz not null
);
create index api_logins_by_owner on api_logins (owner_id, id);

create table ledger_accounts (
  id              integer generated always as identity primary key,
  name            text not null unique,
  api_login_id    integer unique references api_logins (id),
  -- Kept beside the entries for speed, moved only by the trigger below, proved equal to their sum by `books`.
  -- An account of the outside world carries none: every call of every customer would queue for its one row.
  balance_micros  bigint not null default 0,
  -- What calls on their way upstream may cost at most: the sum of the account's rows in ledger_holds.
  held_micros     bigint not null default 0 check (held_micros >= 0),
  -- A hold must leave at least this much.
  floor_micros    bigint not null default 0,
  check (balance_micros between -9007199254740991 and 9007199254740991),
  check (api_login_id is not null or (balance_micros = 0 and held_micros = 0))
) with (fillfactor = 50);
insert into ledger_accounts (name) values ('world:gifts'), ('world:payments'), ('world:usage');

create table ledger_transactions (
  id      uuid primary key,
  kind    text not null check (kind in ('gift', 'payment', 'usage', 'refund', 'correction')),
  memo    text not null,
  actor   text not null,
  at      timestamptz not null
);

create table ledger_entries (
  transaction_id  uuid not null,
  account_id      integer not null,
  amount_micros   bigint not null check (amount_micros <> 0),
  primary key (transaction_id, account_id)
);
create index ledger_entries_by_account on ledger_entries (account_id);

create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function refuse_change();
create trigger ledger_transactions_are_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_entries_are_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- All entries of a transaction come in one statement, which must balance, name what exists, and moves the balances itself.
-- Checked for the statement and not row by row, because calls are booked by the hundred; what they name is never deleted.
create function apply_ledger_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
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
create trigger ledger_entries_move_balances after insert on ledger_entries
  referencing new table as new_entries for each statement execute function apply_ledger_entries();
