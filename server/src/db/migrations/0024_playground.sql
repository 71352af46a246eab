-- Requests tried in the playground: the last ones of each login, without secrets and without their answers.
create table playground_runs (
  id             bigint generated always as identity primary key,
  login_id       integer not null references api_logins on delete cascade,
  user_id        integer not null references users on delete cascade,
  at             timestamptz not null,
  method_id      text not null,
  mode           text not null check (mode in ('sandbox', 'live')),
  params         jsonb not null,
  task           jsonb not null,
  status_code    integer not null,
  status_message text not null,
  cost_micros    bigint not null check (cost_micros >= 0),
  time_ms        integer not null,
  task_id        text
);
create index playground_runs_newest on playground_runs (login_id, id desc);

create table playground_saved (
  id         bigint generated always as identity primary key,
  login_id   integer not null references api_logins on delete cascade,
  user_id    integer not null references users on delete cascade,
  name       text not null,
  folder     text not null,
  method_id  text not null,
  params     jsonb not null,
  task       jsonb not null,
  is_shared  boolean not null,
  changed_at timestamptz not null
);
create index playground_saved_of_login on playground_saved (login_id, folder, name);
