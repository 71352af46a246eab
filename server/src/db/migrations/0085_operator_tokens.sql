-- allows older
-- Tokens of the provider's programs. Only the hash is stored; `scopes` are actions of staff.
create table operator_tokens (
  id            integer generated always as identity primary key,
  name          text not null check (name ~ '^[a-z0-9-]{1,40}$'),
  token_hash    bytea not null unique,
  scopes        text[] not null check (cardinality(scopes) > 0),
  created_by    text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  last_used_at  timestamptz,
  revoked_at    timestamptz
);
-- The log names a token by its name, so no two have the same, not even one after the other.
create unique index operator_tokens_name on operator_tokens (name);
