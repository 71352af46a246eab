-- The server works as a role that owns nothing (see docs/decisions/019-database-roles.md). What needs the owner at run time
-- stands here, in functions that do one thing each and run as the owner whoever calls them; who may is granted at every start.

-- False when the day has its partition already, or when rows of that day already lie in the rest, where they stay.
-- Attached instead of created in place: that does not stop the calls that are being booked.
create function make_day_partition(_table text, _day date) returns boolean language plpgsql security definer as $$
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

-- What was asked and what went wrong is kept for a while; usage is kept for ever, and this refuses it.
create function drop_day_partition(_table text, _day date) returns void language plpgsql security definer as $$
begin
  if _table not in ('usage_params', 'error_events') then
    raise exception '% is kept for ever', _table using errcode = 'invalid_parameter_value';
  end if;
  execute format('drop table if exists %I', _table || to_char(_day, '_YYYYMMDD'));
end $$;

-- The same of rows that came before their partition did.
create function delete_from_rest(_table text, _before timestamptz) returns void language plpgsql security definer as $$
begin
  if _table not in ('usage_params', 'error_events') then
    raise exception '% is kept for ever', _table using errcode = 'invalid_parameter_value';
  end if;
  execute format('delete from %I where at < $1', _table || '_rest') using _before;
end $$;

-- A balance is moved by its entries and by nothing else: the role of the server may not write the column.
alter function apply_ledger_entries() security definer;

-- Names in these functions mean our own tables, whatever the caller's search path says.
do $$
declare
  _function regprocedure;
begin
  foreach _function in array array['make_day_partition(text, date)', 'drop_day_partition(text, date)',
      'delete_from_rest(text, timestamptz)', 'apply_ledger_entries()']::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', _function, current_schema());
    execute format('revoke execute on function %s from public', _function);
  end loop;
end $$;
