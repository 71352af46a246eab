-- allows older
-- Calls of the data API that were answered, and how many of them failed through no fault of the caller: by minute for the state
-- now, by day for the history. Every instance adds its own.
create table status_minutes (
  api     text not null,
  minute  timestamptz not null,
  calls   bigint not null,
  failed  bigint not null,
  primary key (api, minute)
);
create table status_days (
  api     text not null,
  day     date not null,
  calls   bigint not null,
  failed  bigint not null,
  primary key (api, day)
);

-- What the provider writes about an incident while it lasts. `apis` empty: all of them. `texts` has a text for each language.
create table incident_updates (
  id        bigint generated always as identity primary key,
  incident  text not null check (incident ~ '^[a-z0-9-]{1,60}$'),
  at        timestamptz not null,
  state     text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  impact    text not null check (impact in ('none', 'degraded', 'outage')),
  apis      text[] not null,
  texts     jsonb not null
);
create index incident_updates_of_incident on incident_updates (incident, id);
create index incident_updates_newest on incident_updates (at);

-- Addresses that get these updates by mail; all have confirmed it. `last_update_id`: up to there they have them.
create table status_subscribers (
  id              integer generated always as identity primary key,
  email           text not null,
  wl_id           integer not null,
  language        text not null,
  confirmed_at    timestamptz not null,
  last_update_id  bigint not null,
  unique (email, wl_id)
);
create index status_subscribers_behind on status_subscribers (last_update_id, id);
