-- Money moved between the logins of one account: two entries of those logins, none of the outside world.

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('gift', 'payment', 'usage', 'refund', 'correction', 'transfer'));
