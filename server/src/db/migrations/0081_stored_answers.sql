-- allows older
-- Answers that a customer can look up: of failed calls, and of a share of the others, by the rule of the login (null: the default).
-- A row is deleted at `until`; `answer` is null where it was no text, and `cut_at` the size at which it was cut.
alter table api_logins add column answers jsonb;
alter table usage_kept add column answer_bytes bigint not null default 0;
create table usage_answers (
  id uuid primary key,
  at timestamptz not null,
  login_id integer not null references api_logins (id),
  api text not null,
  function text not null,
  is_sandbox boolean not null,
  is_good boolean not null,
  http_status smallint not null,
  type text not null,
  bytes integer not null,
  answer jsonb,
  cut_at integer,
  until timestamptz not null
);
create index usage_answers_by_login on usage_answers (login_id, at);
create index usage_answers_good on usage_answers (login_id, api, function, is_sandbox, at desc) where is_good;
create index usage_answers_until on usage_answers (until);
