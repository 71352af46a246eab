-- What needs the owner of the tables at run time (docs/decisions/019-database-roles.md): each function does one thing.

-- False when the day has its partition already, or when rows of that day already lie in the rest, where they stay.
-- Attached instead of created directly: that does not stop the calls that are being booked.
create or replace function make_day_partition(_table text, _day date) returns boolean language plpgsql security definer
  set search_path from current as $$
declare
  _name text := _table || to_char(_day, '_YYYYMMDD');
begin
  if _table not in ('usage_events', 'usage_params', 'error_events') then
    raise exception '% is not kept by the day', _table using errcode = 'invalid_parameter_value';
  end if;
  -- Any fixed number: of two servers that look after the partitions at once the second waits.
  perform pg_advisory_xact_lock(7078452064);
  if to_regclass(quote_ident(_name)) is not null then return false; end if;
  execute format('create table %I (like %I including defaults including constraints)', _name, _table);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    _table, _name, _day::text || ' 00:00:00+00', (_day + 1)::text || ' 00:00:00+00');
  return true;
exception when check_violation then
  return false;
end $$;
revoke execute on function make_day_partition(text, date) from public;

-- Requests and errors are retained for a while; usage is retained for ever, and this refuses it.
create or replace function drop_day_partition(_table text, _day date) returns void language plpgsql security definer
  set search_path from current as $$
begin
  if _table not in ('usage_params', 'error_events') then
    raise exception '% is kept for ever', _table using errcode = 'invalid_parameter_value';
  end if;
  execute format('drop table if exists %I', _table || to_char(_day, '_YYYYMMDD'));
end $$;
revoke execute on function drop_day_partition(text, date) from public;

-- The same of rows that came before their partition did.
create or replace function delete_from_rest(_table text, _before timestamptz) returns void language plpgsql security definer
  set search_path from current as $$
begin
  if _table not in ('usage_params', 'error_events') then
    raise exception '% is kept for ever', _table using errcode = 'invalid_parameter_value';
  end if;
  execute format('delete from %I where at < $1', _table || '_rest') using _before;
end $$;
revoke execute on function delete_from_rest(text, timestamptz) from public;
