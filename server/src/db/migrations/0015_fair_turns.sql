-- Queues that many logins share are served in turns, and a host that does not answer is asked by one webhook at a time.

-- Whose turn it was last. Its row is locked while work is claimed, so that the bounds hold over all processes.
create table work_turns (
  queue     text primary key,
  login_id  integer not null default 0
);
insert into work_turns (queue) values ('gateway_tasks'), ('gateway_webhooks'), ('alert_deliveries');

-- Until when a process has it: what is under way is counted by this.
alter table gateway_tasks add column claimed_until timestamptz;
create index gateway_tasks_turns on gateway_tasks (login_id, priority, due_at) where state = 'waiting';
create index gateway_tasks_claimed on gateway_tasks (claimed_until) where state = 'waiting' and claimed_until is not null;

alter table alert_deliveries add column claimed_until timestamptz;
create index alert_deliveries_turns on alert_deliveries (login_id, due_at) where sent_at is null and failed_at is null;
create index alert_deliveries_claimed on alert_deliveries (claimed_until)
  where sent_at is null and failed_at is null and claimed_until is not null;

-- `waits_for_host`: others are asking its host already; it waits until one of them gets an answer.
-- `wanted_at`: when it was first due, whatever became of it since.
alter table gateway_webhooks
  add column host text not null default '',
  add column claimed_until timestamptz,
  add column waits_for_host boolean not null default false,
  add column wanted_at timestamptz not null default now();

update gateway_webhooks w
  set host = coalesce(lower(substring(t.task ->> (w.kind || '_url') from '^https?://([^/:?#]+)')), ''), wanted_at = w.due_at
  from gateway_tasks t where t.id = w.task_id and w.sent_at is null and w.failed_at is null;

-- A task has one webhook of a kind on its way at most.
update gateway_webhooks w set failed_at = now(), last_error = 'Another one of the same task is on its way.'
  where w.sent_at is null and w.failed_at is null and exists (
    select from gateway_webhooks o
      where o.task_id = w.task_id and o.kind = w.kind and o.sent_at is null and o.failed_at is null and o.id < w.id);
create unique index gateway_webhooks_open on gateway_webhooks (task_id, kind) where sent_at is null and failed_at is null;

drop index gateway_webhooks_due;
create index gateway_webhooks_due on gateway_webhooks (due_at)
  where sent_at is null and failed_at is null and not waits_for_host;
create index gateway_webhooks_turns on gateway_webhooks (login_id, due_at)
  where sent_at is null and failed_at is null and not waits_for_host;
create index gateway_webhooks_claimed on gateway_webhooks (claimed_until)
  where sent_at is null and failed_at is null and claimed_until is not null;
create index gateway_webhooks_by_host on gateway_webhooks (login_id, host, waits_for_host, due_at)
  where sent_at is null and failed_at is null;

-- How often in a row a host did not answer a login; no row when it answered the last time.
create table gateway_webhook_hosts (
  login_id   integer not null,
  host       text not null,
  failures   integer not null check (failures > 0),
  failed_at  timestamptz not null,
  primary key (login_id, host)
);
