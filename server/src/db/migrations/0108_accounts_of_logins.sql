-- allows older
-- Instead of a constraint: see functions/account-logins.sql, which holds the functions.
alter table ledger_accounts drop constraint ledger_accounts_api_login_id_fkey;
create function account_has_login() returns trigger language plpgsql as 'begin return new; end';
create function login_keeps_account() returns trigger language plpgsql as 'begin return coalesce(new, old); end';
create trigger ledger_accounts_have_a_login before insert or update of api_login_id on ledger_accounts
  for each row when (new.api_login_id is not null) execute function account_has_login();
create trigger api_logins_keep_their_account before delete or update of id on api_logins
  for each row execute function login_keeps_account();
