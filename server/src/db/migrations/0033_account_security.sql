-- Customers have a second factor too, in the same tables as staff: one key for each person, and ten codes for the day it is lost.
alter table staff_factors rename to second_factors;
alter table staff_recovery_codes rename to recovery_codes;

-- A key that was shown and not confirmed by a code yet. It opens nothing and asks for nothing.
create table pending_factors (
  user_id     integer primary key references users (id) on delete cascade,
  sealed_key  bytea not null,
  expires_at  timestamptz not null
);

-- What came before the code: the password, a link, or a service. Only the password counts as given in the session that follows.
alter table pending_sign_ins add column began_by text not null default 'password';
alter table pending_sign_ins alter column began_by drop default;
