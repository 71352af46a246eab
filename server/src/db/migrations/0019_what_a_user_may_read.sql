-- What a signed-in user may read, for the policies on the tables (server/src/db/table-rights.ts). Who reads, and what is theirs,
-- stands in settings of the connection, each with a seal. It is made with a key that the reading role cannot see, and for this
-- connection only: no statement can make itself another user. Without a seal nobody is reading, and nothing is seen.

create table reader_key (
  key  bytea not null check (length(key) = 32)
);
create unique index reader_key_is_one on reader_key ((true));
insert into reader_key (key)
  select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));

-- From here on this connection reads for the user: of their own account and of the teams they are in. The proof is a seal of the
-- id, which the server makes; with a wrong one the connection reads for nobody. A seal is the hash of key, connection, what is
-- sealed, and key; it is written out each time, because a function for it would take longer than the hash.
create function become_reader(_user integer, _proof text) returns void language plpgsql security definer as $$
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

-- Asked once for each table of a statement, and not for its rows. It checks the seal by itself and asks no other table: that
-- is most of what a small statement costs.
create function reader_ids(_kind text) returns integer[] language plpgsql stable parallel safe security definer as $$
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

create function reader_ledger_accounts() returns integer[] language plpgsql stable parallel safe security definer as $$
declare
  _logins integer[] := reader_ids('logins');
begin
  return array(select a.id from ledger_accounts a where a.api_login_id = any (_logins));
end $$;

-- Whoever belongs to those accounts.
create function reader_people() returns integer[] language plpgsql stable parallel safe security definer as $$
declare
  _accounts integer[] := reader_ids('accounts');
begin
  return _accounts || array(select m.user_id from team_members m where m.owner_id = any (_accounts));
end $$;

-- Planned for the day in hand: a plan for all days takes longer to make than a call to find.
create function reader_has_call(_id uuid, _at timestamptz) returns boolean language plpgsql stable security definer
  set plan_cache_mode = force_custom_plan
as $$
declare
  _logins integer[] := reader_ids('logins');
begin
  return exists (select from usage_events e where e.id = _id and e.at = _at and e.login_id = any (_logins));
end $$;

do $$
declare
  _function regprocedure;
begin
  foreach _function in array array['become_reader(integer, text)', 'reader_ids(text)',
      'reader_ledger_accounts()', 'reader_people()', 'reader_has_call(uuid, timestamptz)']::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', _function, current_schema());
    execute format('revoke execute on function %s from public', _function);
  end loop;
end $$;
