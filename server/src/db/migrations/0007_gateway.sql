-- What the gateway remembers between calls: who is calling right now, tasks in the queue and what they brought, webhooks on
-- their way, and replies kept for keys that come again.

-- Processes that serve the gateway. One that was not seen for a while is dead: what it had under way counts for nothing.
create table gateway_instances (
  id       uuid primary key,
  seen_at  timestamptz not null
) with (fillfactor = 50);

create function gateway_is_alive(_instance uuid) returns boolean language sql stable
  return exists (select from gateway_instances i where i.id = _instance and i.seen_at > now() - interval '10 seconds');

-- Counters of a minute and of a moment are worth nothing after a crash of the database: they are not written ahead, and
-- counting waits for no disk.
create unlogged table gateway_load (
  login_id  integer primary key,
  minute    timestamptz not null,
  calls     integer not null
) with (fillfactor = 50);

create unlogged table gateway_running (
  login_id  integer not null,
  instance  uuid not null,
  running   integer not null check (running >= 0),
  primary key (login_id, instance)
) with (fillfactor = 50);

create type gateway_admission as (login_id integer, by_minute integer, by_running integer);

-- Lets calls of several logins in, as many of each as its two limits leave room for; says how much room each limit had.
-- A process says how many calls of a login it has under way, not how that changed: what got lost is mended by the next word.
create function admit_calls(_instance uuid, _minute timestamptz, _asks json) returns setof gateway_admission
  language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  _ask record;
  _calls integer;
  _elsewhere integer;
  _given integer;
  _room gateway_admission;
begin
  for _ask in
    select * from json_to_recordset(_asks)
        as a (login_id integer, running integer, wanted integer, per_minute integer, simultaneous integer)
      order by a.login_id
  loop
    _given := 0;
    if _ask.wanted > 0 then
      -- The row of the login is locked first, so that processes count one after another. A clock that is a little behind
      -- counts into the minute of the others.
      insert into gateway_load as l (login_id, minute, calls) values (_ask.login_id, _minute, 0)
        on conflict (login_id) do update set
          calls = case when l.minute between excluded.minute and excluded.minute + interval '1 minute' then l.calls else 0 end,
          minute = case when l.minute between excluded.minute and excluded.minute + interval '1 minute' then l.minute
            else excluded.minute end
        returning l.calls into _calls;
      select coalesce(sum(r.running), 0) into _elsewhere from gateway_running r
        where r.login_id = _ask.login_id and r.instance <> _instance and gateway_is_alive(r.instance);
      _room := row (_ask.login_id, greatest(_ask.per_minute - _calls, 0),
        greatest(_ask.simultaneous - _elsewhere - _ask.running, 0));
      _given := least(_ask.wanted, _room.by_minute, _room.by_running);
      if _given > 0 then
        update gateway_load l set calls = l.calls + _given where l.login_id = _ask.login_id;
      end if;
      return next _room;
    end if;
    insert into gateway_running as r (login_id, instance, running) values (_ask.login_id, _instance, _ask.running + _given)
      on conflict (login_id, instance) do update set running = excluded.running;
  end loop;
end $$;

-- The queue. A task is paid when it is posted; a worker takes it when it is due and moves `due_at` on while it has it.
create table gateway_tasks (
  id               text primary key,
  call_id          uuid not null unique,
  request_id       uuid not null,
  login_id         integer not null references api_logins (id),
  api              text not null,
  function         text not null,
  -- By which it was posted, as the catalogue names it.
  entry_id         text not null,
  task             jsonb not null,
  tag              text,
  priority         smallint not null,
  ip               text not null,
  is_sandbox       boolean not null,
  cost_micros      bigint not null check (cost_micros >= 0),
  refunded_micros  bigint not null default 0 check (refunded_micros between 0 and cost_micros),
  posted_at        timestamptz not null,
  due_at           timestamptz not null,
  state            text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  tries            integer not null default 0,
  upstream_id      text,
  status_code      integer,
  status_message   text,
  finished_at      timestamptz,
  fetched_at       timestamptz
);
create index gateway_tasks_due on gateway_tasks (due_at) where state = 'waiting';
create index gateway_tasks_ready on gateway_tasks (login_id, api, function, finished_at)
  where state = 'done' and fetched_at is null;
create index gateway_tasks_by_time on gateway_tasks (posted_at);

-- What upstream answered, by the path it was fetched from. The sample source makes its answers anew.
create table gateway_results (
  task_id  text not null references gateway_tasks (id) on delete cascade,
  path     text not null,
  result   bytea not null,
  primary key (task_id, path)
);

create table gateway_webhooks (
  id          bigint generated always as identity primary key,
  task_id     text not null references gateway_tasks (id) on delete cascade,
  login_id    integer not null,
  kind        text not null check (kind in ('pingback', 'postback')),
  due_at      timestamptz not null,
  tries       integer not null default 0,
  sent_at     timestamptz,
  failed_at   timestamptz,
  last_error  text
);
create index gateway_webhooks_due on gateway_webhooks (due_at) where sent_at is null and failed_at is null;
create index gateway_webhooks_by_task on gateway_webhooks (task_id);

-- When the next webhook of a login may leave, for customers who asked for a pause between them.
create table gateway_webhook_pace (
  login_id  integer primary key,
  next_at   timestamptz not null
);

-- A request that came with a key of its caller's. Without a reply it is under way in `instance`, unless that is dead; the
-- reply is written before the money is booked, and counts once it is.
create table gateway_keys (
  login_id      integer not null,
  key_hash      bytea not null,
  request_hash  bytea not null,
  attempt       integer not null,
  instance      uuid not null,
  calls         uuid[] not null,
  made_at       timestamptz not null,
  reply         bytea,
  settles       jsonb,
  is_settled    boolean not null default false,
  primary key (login_id, key_hash)
);
create index gateway_keys_by_time on gateway_keys (made_at);
