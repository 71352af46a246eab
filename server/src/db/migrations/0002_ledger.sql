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
  balance_micros  bigint not null default 0,
  floor_micros    bigint,
  check (balance_micros between -9007199254740991 and 9007199254740991)
);
insert into ledger_accounts (name) values ('world:gifts'), ('world:payments'), ('world:usage');

create table ledger_transactions (
  id      uuid primary key,
  kind    text not null check (kind in ('gift', 'payment', 'usage', 'refund', 'correction')),
  memo    text not null,
  actor   text not null,
  at      timestamptz not null
);

create table ledger_entries (
  transaction_id  uuid not null references ledger_transactions (id),
  account_id      integer not null references ledger_accounts (id),
  amount_micros   bigint not null check (amount_micros <> 0),
  primary key (transaction_id, account_id)
);
create index ledger_entries_by_account on ledger_entries (account_id);

create trigger ledger_transactions_are_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_entries_are_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- The balance follows its entries in the same statement; nobody has to remember to move it.
create function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance_micros = balance_micros + new.amount_micros where id = new.account_id;
  return null;
end $$;
create trigger ledger_entries_move_balances after insert on ledger_entries
  for each row execute function apply_ledger_entry();

-- A transaction whose entries do not sum to zero cannot be committed.
create function check_ledger_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount_micros) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_balance();
