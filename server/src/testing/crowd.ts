/** Customers numbered from one to the other, as rows: signed up, some of them companies, each with a login and a session. */
export const crowd = (from: number, to: number) => `
  set statement_timeout = 0;
  insert into users (public_id, email, email_norm, name, status, created_at, verified_at, last_seen_at)
    select 'crowd' || n, 'person' || n || '@firm' || n % 977 || '.example', 'person' || n || '@firm' || n % 977 || '.example',
      'Person Number' || n, 'active', now(), now(), now() from generate_series(${from}, ${to}) n;
  insert into api_logins (owner_id, login, kind, created_at)
    select id, email_norm, 'personal', now() from users where public_id like 'crowd%' on conflict do nothing;
  insert into ledger_accounts (name, api_login_id) select 'crowd:' || id, id from api_logins l
    where not exists (select from ledger_accounts a where a.api_login_id = l.id);
  insert into billing_details (owner_id, kind, name, line1, line2, postal_code, city, country, vat_id, invoice_emails, po_number, changed_at)
    select id, 'company', 'Company ' || id || ' Limited', 'Street 1', '', '1000', 'City', 'DE', 'DE' || 100000000 + id, '{}', '', now()
      from users where public_id like 'crowd%' and id % 3 = 0 on conflict do nothing;
  insert into sessions (token_hash, public_id, user_id, wl_id, created_at, last_seen_at, ip, user_agent)
    select sha256(('t' || id)::bytea), 's' || id, id, 0, now(), now(), '10.' || id % 250 || '.' || id % 199 || '.7', 'x'
      from users where public_id like 'crowd%' on conflict do nothing;
  analyze users, api_logins, billing_details, sessions, ledger_accounts`
