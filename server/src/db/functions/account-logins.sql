-- The foreign key of an account to its login, checked only where it can change: a booking changes an account twice in one transaction,
-- and at the second change PostgreSQL would check a constraint again, with a lock on the row of the login.
create or replace function account_has_login() returns trigger language plpgsql as $$
begin
  perform from api_logins l where l.id = new.api_login_id for key share;
  if not found then raise exception 'the login % of an account does not exist', new.api_login_id using errcode = 'foreign_key_violation'; end if;
  return new;
end $$;

create or replace function login_keeps_account() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_accounts a where a.api_login_id = old.id) then
    raise exception 'the login % has an account', old.id using errcode = 'foreign_key_violation';
  end if;
  return coalesce(new, old);
end $$;
