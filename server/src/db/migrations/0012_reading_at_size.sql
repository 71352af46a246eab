-- How many errors there were, by hour and by day: lists of half a million are counted, grouped and leafed through by these.
-- Hours are exact the moment an error is there, whoever writes it; days are derived later, from the hours in usage_stale.
create table error_hours (
  login_id    integer not null,
  hour        timestamptz not null,
  kind        text not null,
  is_sandbox  boolean not null,
  code        integer not null,
  class       text not null,
  api         text not null,
  function    text not null,
  count       integer not null,
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  primary key (login_id, hour, kind, is_sandbox, code, class, api, function)
) with (fillfactor = 60);
create table error_days (like error_hours including all);
alter table error_days rename column hour to day;
alter table error_days alter column day type date using utc_day(day);

create function count_errors() returns trigger language plpgsql as $$
begin
  -- Every commit of the meter comes by, most of them without an error.
  if not exists (select from fresh) then return null; end if;
  insert into error_hours as e (login_id, hour, kind, is_sandbox, code, class, api, function, count, first_at, last_at)
    select login_id, date_trunc('hour', at, 'UTC'), kind, is_sandbox, code, class, api, function, count(*), min(at), max(at)
      from fresh group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (login_id, hour, kind, is_sandbox, code, class, api, function) do update set
      count = e.count + excluded.count, first_at = least(e.first_at, excluded.first_at),
      last_at = greatest(e.last_at, excluded.last_at);
  insert into usage_stale (login_id, hour) select distinct login_id, date_trunc('hour', at, 'UTC') from fresh on conflict do nothing;
  return null;
end $$;
create trigger error_events_are_counted after insert on error_events
  referencing new table as fresh for each statement execute function count_errors();

-- From here on nobody can write errors until this is committed: what is counted now is all there is.
insert into error_hours (login_id, hour, kind, is_sandbox, code, class, api, function, count, first_at, last_at)
  select login_id, date_trunc('hour', at, 'UTC'), kind, is_sandbox, code, class, api, function, count(*), min(at), max(at)
    from error_events group by 1, 2, 3, 4, 5, 6, 7, 8;
insert into error_days (login_id, day, kind, is_sandbox, code, class, api, function, count, first_at, last_at)
  select login_id, utc_day(hour), kind, is_sandbox, code, class, api, function, sum(count), min(first_at), max(last_at)
    from error_hours group by 1, 2, 3, 4, 5, 6, 7, 8;

-- The tries of a task's webhook; a call that failed is found by usage_events_by_task.
create index error_events_by_webhook_task on error_events (task_id) where kind = 'webhook';

-- Tags stand in no rollup; a customer who gives none pays nothing for this.
create index usage_events_by_tag on usage_events (login_id, tag, at) where tag is not null;

-- Where the last try of an alert went, without the query, which may be a password; null of those sent before.
alter table alert_deliveries add column sent_to text;
