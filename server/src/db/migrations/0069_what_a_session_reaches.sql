-- allows older
-- How a session began: one that a link alone opened has shown no password yet. Null: by an earlier version.
alter table sessions add column began_by text
  check (began_by in ('password', 'passkey', 'link', 'service', 'sso', 'staff', 'acting'));

-- The domain of the address the issuer last named: with the domain the sign-ins by it end. Null: not signed in since.
alter table sso_identities add column domain text;

create index sessions_sso_owner_id on sessions (sso_owner_id) where sso_owner_id is not null;
