-- An account that its owners close: for some days it can be kept after all, then what is personal about it is erased.
create table account_closings (
  owner_id     integer primary key references users (id),
  -- Null: the operator.
  asked_by     integer references users (id),
  asked_at     timestamptz not null,
  closes_at    timestamptz not null,
  reason       text not null,
  note         text not null default '',
  -- Owners were told that it is near, and that it is done.
  reminded_at  timestamptz,
  told_at      timestamptz,
  -- What is personal is gone; the row stays as the proof.
  erased_at    timestamptz
);
create index account_closings_open on account_closings (closes_at) where erased_at is null;

-- When this account closes; null for all others.
create function account_closes_at(_owner integer) returns timestamptz language sql stable as $$
  select c.closes_at from account_closings c where c.owner_id = _owner
$$;

-- Rows that are never changed: only what erases personal data of a closed account passes, in the functions below, which run as the
-- owner of the tables. A setting alone opens nothing to the role of the server.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('portico.erases', true) = 'on' and tg_op <> 'TRUNCATE'
    and (select c.relowner from pg_class c where c.oid = tg_relid) = (select r.oid from pg_roles r where r.rolname = current_user) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A line of the audit log whose personal parts were erased. Its hash stays, so that the lines behind it still follow from it; the
-- id of the request, which nobody can guess, went too, so that the hash does not give away the address.
alter table audit_log add column erased_at timestamptz;
create index audit_erased on audit_log (id) where erased_at is not null or action = 'account_erased';

create function check_closed(_owner integer) returns void language plpgsql as $$
begin
  if not exists (select from users u where u.id = _owner and u.status = 'closed') then
    raise exception 'account % is not closed', _owner using errcode = 'invalid_parameter_value';
  end if;
end $$;

-- Addresses, tags and what was asked, of at most so many calls; says how many there were.
create function erase_calls(_owner integer, _limit integer) returns bigint language plpgsql security definer as $$
declare
  _logins integer[] := array(select l.id from api_logins l where l.owner_id = _owner);
  _rows bigint;
  _all bigint := 0;
begin
  perform check_closed(_owner);
  perform set_config('portico.erases', 'on', true);
  with part as (
    select p.id, p.at from usage_events e join usage_params p on p.id = e.id and p.at = e.at
      where e.login_id = any (_logins) and e.at >= (select min(k.at) from usage_params k) limit _limit
  )
  delete from usage_params p using part s where p.id = s.id and p.at = s.at;
  get diagnostics _rows = row_count;
  _all := _all + _rows;
  with part as (
    select e.id, e.at from usage_events e where e.login_id = any (_logins) and (e.ip <> '' or e.tag is not null) limit _limit
  )
  update usage_events e set ip = '', tag = null from part s where e.id = s.id and e.at = s.at;
  get diagnostics _rows = row_count;
  _all := _all + _rows;
  with part as (
    select e.id, e.at from error_events e where e.login_id = any (_logins) and (e.ip is not null or e.message <> '') limit _limit
  )
  update error_events e set ip = null, message = '' from part s where e.id = s.id and e.at = s.at;
  get diagnostics _rows = row_count;
  perform set_config('portico.erases', '', true);
  return _all + _rows;
end $$;

-- Lines about the account, and lines elsewhere that its founder wrote or that name their address.
create function erase_audit(_owner integer, _email text, _now timestamptz, _limit integer) returns bigint language plpgsql security definer as $$
declare
  _rows bigint;
begin
  perform check_closed(_owner);
  perform set_config('portico.erases', 'on', true);
  with part as (
    select a.id from audit_log a where a.erased_at is null and a.action <> 'account_erased'
        and (a.user_id = _owner or a.actor = 'user:' || _owner or position(_email in a.detail::text) > 0)
      limit _limit
  )
  update audit_log a set ip = '', request_id = '', erased_at = _now,
      detail = case when a.user_id = _owner or position(_email in a.detail::text) > 0 then '{}' else a.detail end
    from part s where a.id = s.id;
  get diagnostics _rows = row_count;
  perform set_config('portico.erases', '', true);
  return _rows;
end $$;

-- Notes in the books that name a login or an address of the account.
create function erase_memos(_owner integer, _words text[]) returns bigint language plpgsql security definer as $$
declare
  _rows bigint;
begin
  perform check_closed(_owner);
  perform set_config('portico.erases', 'on', true);
  update ledger_transactions t set memo = ''
    where t.kind not in ('usage', 'refund') and exists (select from unnest(_words) w where position(w in t.memo) > 0)
      and t.id in (
        select e.transaction_id from ledger_entries e join ledger_accounts a on a.id = e.account_id
          join api_logins l on l.id = a.api_login_id where l.owner_id = _owner);
  get diagnostics _rows = row_count;
  update ledger_accounts a set name = 'closed:' || a.api_login_id
    where a.api_login_id in (select l.id from api_logins l where l.owner_id = _owner)
      and exists (select from unnest(_words) w where position(w in a.name) > 0);
  perform set_config('portico.erases', '', true);
  return _rows;
end $$;

do $$
declare
  _function regprocedure;
begin
  foreach _function in array array['erase_calls(integer, integer)', 'erase_audit(integer, text, timestamptz, integer)',
      'erase_memos(integer, text[])']::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', _function, current_schema());
    execute format('revoke execute on function %s from public', _function);
  end loop;
end $$;
