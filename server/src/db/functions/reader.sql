-- The rows a signed-in user may read, for the policies on the tables (server/src/db/table-rights.ts). The reader and their rows
-- are settings of the connection, each with a seal. It is made with a key that the reading role cannot see, and for this
-- connection only: no statement can make itself another user. Without a seal there is no reader, and no row is seen.

-- From here on this connection reads for a session of the user: of the accounts it works on. The proof is a seal of the user and of
-- the account whose single sign-on the session began with, which the server makes; with a wrong one the connection has no reader. A seal is the hash of key, connection, what is
-- sealed, and key; it is written out each time, because a function for it would take longer than the hash.
create or replace function become_reader(_user integer, _sso_owner integer, _proof text) returns void language plpgsql security definer
  set search_path from current as $$
declare
  _mine integer[] := '{}';
  _accounts integer[] := '{}';
  _logins integer[] := '{}';
  _here text := pg_backend_pid() || ';';
  _key bytea;
begin
  select k.key into _key from reader_key k;
  if _proof = encode(sha256(_key || convert_to(_here || _user || ';' || coalesce(_sso_owner::text, ''), 'UTF8') || _key), 'hex') then
    _mine := array[_user];
    _accounts := session_accounts(_user, _sso_owner);
    _logins := array(select l.id from api_logins l where l.owner_id = any (_accounts));
  end if;
  perform
    set_config('portico.reads_user',
      encode(sha256(_key || convert_to(_here || 'user;' || _mine::text, 'UTF8') || _key), 'hex') || _mine::text, false),
    set_config('portico.reads_accounts',
      encode(sha256(_key || convert_to(_here || 'accounts;' || _accounts::text, 'UTF8') || _key), 'hex') || _accounts::text, false),
    set_config('portico.reads_logins',
      encode(sha256(_key || convert_to(_here || 'logins;' || _logins::text, 'UTF8') || _key), 'hex') || _logins::text, false);
end $$;
revoke execute on function become_reader(integer, integer, text) from public;

-- Called by version 0.2.0 alone, which may run beside this one during an update: all accounts of the user.
create or replace function become_reader(_user integer, _proof text) returns void language plpgsql security definer
  set search_path from current as $$
declare
  _mine integer[] := '{}';
  _accounts integer[] := '{}';
  _logins integer[] := '{}';
  _here text := pg_backend_pid() || ';';
  _key bytea;
begin
  select k.key into _key from reader_key k;
  if _proof = encode(sha256(_key || convert_to(_here || _user, 'UTF8') || _key), 'hex') then
    _mine := array[_user];
    _accounts := _user || array(select m.owner_id from team_members m where m.user_id = _user);
    _logins := array(select l.id from api_logins l where l.owner_id = any (_accounts));
  end if;
  perform
    set_config('portico.reads_user',
      encode(sha256(_key || convert_to(_here || 'user;' || _mine::text, 'UTF8') || _key), 'hex') || _mine::text, false),
    set_config('portico.reads_accounts',
      encode(sha256(_key || convert_to(_here || 'accounts;' || _accounts::text, 'UTF8') || _key), 'hex') || _accounts::text, false),
    set_config('portico.reads_logins',
      encode(sha256(_key || convert_to(_here || 'logins;' || _logins::text, 'UTF8') || _key), 'hex') || _logins::text, false);
end $$;
revoke execute on function become_reader(integer, text) from public;

-- Called once for each table of a statement, and not for its rows. It checks the seal by itself and asks no other table: that
-- is most of what a small statement costs.
create or replace function reader_ids(_kind text) returns integer[] language plpgsql stable parallel safe security definer
  set search_path from current as $$
declare
  _said text := current_setting('portico.reads_' || _kind, true);
  _ids text := substr(_said, 65);
  _key bytea;
begin
  select k.key into _key from reader_key k;
  if left(_said, 64) = encode(sha256(_key || convert_to(pg_backend_pid() || ';' || _kind || ';' || _ids, 'UTF8') || _key), 'hex') then
    return _ids;
  end if;
  return '{}';
end $$;
revoke execute on function reader_ids(text) from public;

create or replace function reader_ledger_accounts() returns integer[] language plpgsql stable parallel safe security definer
  set search_path from current as $$
declare
  _logins integer[] := reader_ids('logins');
begin
  return array(select a.id from ledger_accounts a where a.api_login_id = any (_logins));
end $$;
revoke execute on function reader_ledger_accounts() from public;

-- The members of those accounts.
create or replace function reader_people() returns integer[] language plpgsql stable parallel safe security definer
  set search_path from current as $$
declare
  _accounts integer[] := reader_ids('accounts');
begin
  return _accounts || array(select m.user_id from team_members m where m.owner_id = any (_accounts));
end $$;
revoke execute on function reader_people() from public;

-- Of the people of the reader's accounts those with a second factor or a passkey: that they have one, and nothing about it.
create or replace function reader_people_with_factor() returns integer[] language plpgsql stable security definer
  set search_path from current as $$
declare
  _people integer[] := reader_people();
begin
  return array(
    select f.user_id from second_factors f where f.user_id = any (_people)
    union select p.user_id from passkeys p where p.user_id = any (_people));
end $$;
revoke execute on function reader_people_with_factor() from public;

-- Members of the reader's accounts whose sign-ins and security changes the reader may see: those who may are owners and admins,
-- as contract/src/permissions.ts defines for see_security_log.
create or replace function reader_members() returns integer[] language plpgsql stable parallel safe security definer
  set search_path from current as $$
declare
  _me integer := (reader_ids('user'))[1];
  _accounts integer[] := reader_ids('accounts');
begin
  return array(
    select m.user_id from team_members m
      where m.owner_id = any (_accounts)
        and coalesce((select r.role from team_members r where r.owner_id = m.owner_id and r.user_id = _me),
          case when m.owner_id = _me then 'owner' end) in ('owner', 'admin'));
end $$;
revoke execute on function reader_members() from public;

-- Planned for the day in hand: a plan for all days takes longer to make than a call to find.
create or replace function reader_has_call(_id uuid, _at timestamptz) returns boolean language plpgsql stable security definer
  set plan_cache_mode = force_custom_plan
  set search_path from current as $$
declare
  _logins integer[] := reader_ids('logins');
begin
  return exists (select from usage_events e where e.id = _id and e.at = _at and e.login_id = any (_logins));
end $$;
revoke execute on function reader_has_call(uuid, timestamptz) from public;
