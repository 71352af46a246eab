-- Erases the addresses in the rows of one day, in any partition; returns how many had one.
create or replace function erase_addresses(_day date) returns bigint language plpgsql security definer
  set search_path from current as $$
declare
  _table text;
  _place text;
  _rows bigint;
  _is_there boolean;
  _from timestamptz := _day::timestamp at time zone 'UTC';
  _to timestamptz := (_day + 1)::timestamp at time zone 'UTC';
  _all bigint := 0;
begin
  if _day > utc_day(clock_timestamp()) - 2 then
    raise exception 'addresses of % are too young to be erased', _day using errcode = 'invalid_parameter_value';
  end if;
  foreach _table in array array['usage_events', 'error_events'] loop
    foreach _place in array array[_table || to_char(_day, '_YYYYMMDD'), _table || '_rest'] loop
      if to_regclass(quote_ident(_place)) is null then continue; end if;
      execute format('select exists (select from %I where at >= $1 and at < $2 and ip <> %L)', _place, '') into _is_there using _from, _to;
      if not _is_there then continue; end if;
      -- Rows are never changed otherwise; for this one change of an old day its guard is disabled.
      execute format('alter table %I disable trigger user', _place);
      execute format('update %I set ip = %s where at >= $1 and at < $2 and ip <> %L', _place,
          case _table when 'usage_events' then '''''' else 'null' end, '') using _from, _to;
      get diagnostics _rows = row_count;
      _all := _all + _rows;
      execute format('alter table %I enable trigger user', _place);
    end loop;
  end loop;
  -- Without their key the addresses in files cannot be read.
  update moved_days set address_key = null where day = _day;
  insert into erased_days values (_day) on conflict do nothing;
  return _all;
end $$;
revoke execute on function erase_addresses(date) from public;
