-- An account can have several owners, and change hands. It stays under the number of whoever opened it: that person is an owner
-- as long as no row here gives them another role.
alter table team_members drop constraint team_members_check;
alter table team_members drop constraint team_members_role_check;
alter table team_members add constraint team_members_role_check
  check (role in ('owner', 'admin', 'developer', 'finance', 'viewer') and (role <> 'owner' or owner_id <> user_id));

-- No account is ever without an owner. Looked at when a transaction ends, by one transaction of an account at a time, so that of
-- two owners who step down at once the second sees the first.
create function account_keeps_an_owner() returns trigger language plpgsql as $$
declare
  _account integer := coalesce(new.owner_id, old.owner_id);
begin
  perform pg_advisory_xact_lock(7203002, _account);
  if exists (select from team_members m where m.owner_id = _account and m.user_id = _account)
    and not exists (select from team_members m where m.owner_id = _account and m.role = 'owner') then
    raise exception 'account % would have no owner', _account using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create constraint trigger account_keeps_an_owner after insert or update or delete on team_members
  deferrable initially deferred for each row execute function account_keeps_an_owner();
