-- Counts what was just added to error_events, in the same commit.
create or replace function count_errors() returns trigger language plpgsql as $$
begin
  -- Every commit of the meter comes by, most of them without an error.
  if not exists (select from fresh) then return null; end if;
  -- Of a moved day, counted long ago: see moved-days.sql.
  if current_setting('portico.brings_back', true) = 'on'
    and (select c.relowner from pg_class c where c.oid = tg_relid) = (select r.oid from pg_roles r where r.rolname = current_user) then
    return null;
  end if;
  insert into error_hours as e (login_id, hour, kind, is_sandbox, code, class, api, function, count, repeats, first_at, last_at)
    select login_id, date_trunc('hour', at, 'UTC'), kind, is_sandbox, code, class, api, function, count(*), sum(repeats), min(at), max(at)
      from fresh group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (login_id, hour, kind, is_sandbox, code, class, api, function) do update set
      count = e.count + excluded.count, repeats = e.repeats + excluded.repeats, first_at = least(e.first_at, excluded.first_at),
      last_at = greatest(e.last_at, excluded.last_at);
  insert into usage_stale (login_id, hour) select distinct login_id, date_trunc('hour', at, 'UTC') from fresh on conflict do nothing;
  return null;
end $$;
