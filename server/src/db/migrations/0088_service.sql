-- allows older
-- What /metrics counts of calls and of the data source, added up over all instances: by minute for the last hours, by hour for
-- the last month. `buckets` has the counts of the steps of time, and is empty where no time is measured.
create table service_counts (
  metric   text not null check (metric in ('calls', 'call_seconds', 'source_calls', 'source_seconds')),
  span_s   integer not null check (span_s in (60, 3600)),
  at       timestamptz not null,
  api      text not null,
  name     text not null,
  code     text not null,
  outcome  text not null,
  calls    bigint not null,
  buckets  bigint[] not null,
  primary key (metric, span_s, at, api, name, code, outcome)
);
create index service_counts_old on service_counts (span_s, at);

-- What an instance says of itself every few seconds, beside its heartbeat.
alter table gateway_instances
  add started_at timestamptz not null default now(),
  add version text,
  add host text,
  add pid integer,
  add facts jsonb;

-- How each job went last, on any instance.
create table job_runs (
  job           text primary key,
  runs          bigint not null,
  failures      bigint not null,
  last_done_at  timestamptz,
  last_ms       integer,
  failed_at     timestamptz,
  last_error    text
);

-- Maintenance windows as they were announced to subscribers by mail; a window that is moved or cancelled is announced again.
create table window_announcements (
  id         bigint generated always as identity primary key,
  notice     text not null,
  kind       text not null check (kind in ('planned', 'changed', 'cancelled')),
  at         timestamptz not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  text       text
);
create index window_announcements_of_notice on window_announcements (notice, id);
alter table status_subscribers add last_window_id bigint not null default 0;
create index status_subscribers_behind_windows on status_subscribers (last_window_id, id);
