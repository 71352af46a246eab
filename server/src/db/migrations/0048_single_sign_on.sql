-- Single sign-on by OpenID Connect, set up by the owners of an account for the people of their domains.
create table sso_settings (
  owner_id       integer primary key references users (id) on delete cascade,
  issuer         text not null,
  client_id      text not null,
  sealed_secret  bytea not null,
  -- Empty: roles do not depend on groups.
  group_claim    text not null,
  group_roles    jsonb not null,
  -- Of somebody in no listed group; null: they have no access.
  default_role   text check (default_role in ('admin', 'developer', 'finance', 'viewer')),
  -- What each person who joins this way may spend in a day; null: as much as there is.
  cap_micros     bigint check (cap_micros >= 0),
  is_on          boolean not null default false,
  is_required    boolean not null default false,
  -- When a whole sign-in with these very settings was made; null since they changed.
  tested_at      timestamptz,
  check (tested_at is not null or not is_on),
  check (is_on or not is_required)
);

-- Anybody may claim a domain; of those who prove it the first has it.
create table sso_domains (
  owner_id    integer not null references users (id) on delete cascade,
  domain      text not null,
  -- The same as addresses may write it, where it is not in ASCII.
  written     text not null,
  token       text not null,
  created_at  timestamptz not null,
  proved_at   timestamptz,
  -- Of the link last mailed to the domain.
  mail_hash   bytea,
  mail_until  timestamptz,
  primary key (owner_id, domain)
);
create unique index sso_domains_proved on sso_domains (domain) where proved_at is not null;
create unique index sso_domains_mail on sso_domains (mail_hash) where mail_hash is not null;

-- Who somebody is at the issuer of an account. An e-mail address alone is nobody.
create table sso_identities (
  owner_id    integer not null references users (id) on delete cascade,
  issuer      text not null,
  subject     text not null,
  user_id     integer not null references users (id) on delete cascade,
  created_at  timestamptz not null,
  -- Their groups gave them no access any more; when they do again, the person is back in the team.
  is_ended    boolean not null default false,
  primary key (owner_id, issuer, subject),
  unique (owner_id, issuer, user_id)
);
create index sso_identities_user on sso_identities (user_id);

-- The account whose sign-in service vouched for this session.
alter table sessions add column sso_owner_id integer references users (id) on delete set null;
alter table pending_sign_ins add column sso_owner_id integer references users (id) on delete cascade;

-- Whether an account demands that this user comes by its single sign-on, and this session did not. Owners, and whoever opened the
-- account, always have another way in.
create function sso_demanded(_user integer, _sso_owner integer) returns boolean language sql stable as $$
  select exists (
    select from team_members m
      join sso_settings s on s.owner_id = m.owner_id and s.is_required
      join users u on u.id = m.user_id
      join sso_domains d on d.owner_id = m.owner_id and d.proved_at is not null
        and split_part(u.email_norm, '@', 2) in (d.domain, d.written)
      where m.user_id = _user and m.role <> 'owner' and m.owner_id <> m.user_id
        and m.owner_id is distinct from _sso_owner)
$$;

-- The same as `held_back` for a session: in the account whose sign-in service vouched for it, that service answers for second factors.
create function held_back(_user integer, _login integer, _now timestamptz, _sso_owner integer) returns boolean
language sql stable as $$
  select held_back(_user, _login, _now) and _sso_owner is distinct from coalesce((
    select l.owner_id from api_logins l where l.id = _login and (l.owner_id = _user or exists (
      select from team_members m where m.owner_id = l.owner_id and m.user_id = _user))), _user)
$$;
