-- No account is ever without an owner. Looked at when a transaction ends, by one transaction of an account at a time, so that of
-- two owners who step down at once the second sees the first.
create or replace function account_keeps_an_owner() returns trigger language plpgsql as $$
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
