-- Empties the partition of a day whose rows are in a file, and marks the day, in one commit. Refuses where the rows are not those
-- that were written, login by login and hour by hour. Emptied, not dropped: to drop it would stop all bookings for a moment, and
-- rows that are read again return to it.
create or replace function move_day(_kind text, _day date, _attempt uuid) returns boolean language plpgsql security definer
  set search_path from current as $$
declare
  _table text := case _kind when 'usage' then 'usage_events' when 'errors' then 'error_events' end || to_char(_day, '_YYYYMMDD');
  _from timestamptz := _day::timestamp at time zone 'UTC';
  _to timestamptz := (_day + 1)::timestamp at time zone 'UTC';
  _differs boolean;
begin
  -- Waits for checks of the books and backups, whose snapshot may be older.
  lock table moved_days in share row exclusive mode;
  if not exists (select from moved_days where kind = _kind and day = _day and state = 'written' and attempt = _attempt) then
    return false;
  end if;
  if _day > utc_day(clock_timestamp()) - 30 then
    raise exception '% is too young to be moved', _day using errcode = 'invalid_parameter_value';
  end if;
  execute format('lock table %I in access exclusive mode', _table);
  execute format(
    'select exists (
       select from (select login_id, date_trunc(''hour'', at, ''UTC'') as hour, count(*) as rows, sum(%s) as micros from %I group by 1, 2) t
         full join (select * from moved_hours where kind = $1 and hour >= $2 and hour < $3) m using (login_id, hour)
         where (t.rows, t.micros) is distinct from (m.rows, m.cost_micros))',
    case _kind when 'usage' then 'cost_micros' else '0' end, _table) into _differs using _kind, _from, _to;
  if _differs then
    raise exception 'the file of % does not have the rows of %', _day, _table using errcode = 'data_exception';
  end if;
  execute format('truncate %I', _table);
  update moved_hours set back_at = null where kind = _kind and hour >= _from and hour < _to;
  update moved_days set state = 'moved', moved_at = clock_timestamp() where kind = _kind and day = _day;
  return true;
end $$;
revoke execute on function move_day(text, date, uuid) from public;

-- Empties it again when nothing of the day was read for an hour. Returns whether it did.
create or replace function leave_day(_kind text, _day date) returns boolean language plpgsql security definer
  set search_path from current as $$
declare
  _from timestamptz := _day::timestamp at time zone 'UTC';
  _to timestamptz := (_day + 1)::timestamp at time zone 'UTC';
  _table text := case _kind when 'usage' then 'usage_events' else 'error_events' end || to_char(_day, '_YYYYMMDD');
begin
  lock table moved_days in share row exclusive mode;
  -- Waits for rows that are being brought back.
  perform from moved_days where kind = _kind and day = _day and state = 'moved' for update;
  if not found or exists (select from moved_hours
      where kind = _kind and hour >= _from and hour < _to and back_at > clock_timestamp() - interval '1 hour') then
    return false;
  end if;
  -- The partition of errors may have ended with their retention.
  if to_regclass(quote_ident(_table)) is not null then execute format('truncate %I', _table); end if;
  update moved_hours set back_at = null where kind = _kind and hour >= _from and hour < _to and back_at is not null;
  return true;
end $$;
revoke execute on function leave_day(text, date) from public;

-- Rows of a moved day that are read return to their table, as they were. Their errors were counted when they happened: a setting
-- lets count_errors() know, which believes it of the owner of the tables alone.
create or replace function bring_back(_kind text, _rows json) returns bigint language plpgsql security definer
  set search_path from current as $$
declare
  _count bigint;
begin
  if exists (
    select from (select distinct utc_day((r ->> 'at')::timestamptz) as day from json_array_elements(_rows) r) d
      where not exists (select from moved_days m where m.kind = _kind and m.day = d.day and m.state = 'moved')) then
    raise exception 'rows of a day that was not moved' using errcode = 'invalid_parameter_value';
  end if;
  perform set_config('portico.brings_back', 'on', true);
  if _kind = 'usage' then
    insert into usage_events select * from json_populate_recordset(null::usage_events, _rows);
  else
    insert into error_events select * from json_populate_recordset(null::error_events, _rows);
  end if;
  get diagnostics _count = row_count;
  perform set_config('portico.brings_back', '', true);
  return _count;
end $$;
revoke execute on function bring_back(text, json) from public;
