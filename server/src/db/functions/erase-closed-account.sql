-- What is personal about a closed account leaves rows that are never changed otherwise: these functions run as the owner of the
-- tables and mark it by a setting, which refuse_change() accepts. See server/src/closing.

create or replace function check_closed(_owner integer) returns void language plpgsql as $$
begin
  if not exists (select from users u where u.id = _owner and u.status = 'closed') then
    raise exception 'account % is not closed', _owner using errcode = 'invalid_parameter_value';
  end if;
end $$;

-- Erases addresses, tags and requests of at most so many calls; returns how many there were.
create or replace function erase_calls(_owner integer, _limit integer) returns bigint language plpgsql security definer
  set search_path from current as $$
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
revoke execute on function erase_calls(integer, integer) from public;

-- Lines about the account, and lines elsewhere that its founder wrote, that name their address, or in which staff wrote about
-- them without the customer reading it.
create or replace function erase_audit(_owner integer, _email text, _now timestamptz, _limit integer) returns bigint language plpgsql security definer
  set search_path from current as $$
declare
  _rows bigint;
begin
  perform check_closed(_owner);
  perform set_config('portico.erases', 'on', true);
  with part as (
    select a.id from audit_log a where a.erased_at is null and a.action <> 'account_erased'
        and (a.user_id = _owner or a.actor = 'user:' || _owner or position(_email in a.detail::text) > 0
          or a.detail ->> 'customer' = _owner::text)
      limit _limit
  )
  update audit_log a set ip = '', request_id = '', erased_at = _now,
      detail = case when a.user_id = _owner or position(_email in a.detail::text) > 0 or a.detail ->> 'customer' = _owner::text
        then '{}' else a.detail end
    from part s where a.id = s.id;
  get diagnostics _rows = row_count;
  perform set_config('portico.erases', '', true);
  return _rows;
end $$;
revoke execute on function erase_audit(integer, text, timestamptz, integer) from public;

-- Notes in the books that name a login or an address of the account.
create or replace function erase_memos(_owner integer, _words text[]) returns bigint language plpgsql security definer
  set search_path from current as $$
declare
  _rows bigint;
begin
  perform check_closed(_owner);
  perform set_config('portico.erases', 'on', true);
  update ledger_transactions t set memo = ''
    where t.kind not in ('usage', 'refund') and exists (select from unnest(_words) w where position(w in t.memo) > 0)
      and t.id in (
        select e.transaction_id from ledger_entries e join ledger_accounts a on a.id = e.account_id
          join api_logins l on l.id = a.api_login_id where l.owner_id = _owner and e.account_id <> 3);
  get diagnostics _rows = row_count;
  update ledger_accounts a set name = 'closed:' || a.api_login_id
    where a.api_login_id in (select l.id from api_logins l where l.owner_id = _owner)
      and exists (select from unnest(_words) w where position(w in a.name) > 0);
  perform set_config('portico.erases', '', true);
  return _rows;
end $$;
revoke execute on function erase_memos(integer, text[]) from public;
