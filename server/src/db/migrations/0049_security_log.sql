-- allows older
-- Members of the reader's accounts whose sign-ins and security changes the reader may see: those who may are owners and admins,
-- as contract/src/permissions.ts says of see_security_log.
create function reader_members() returns integer[] language plpgsql stable parallel safe security definer as $$
declare
  _me integer := (reader_ids('user'))[1];
  _accounts integer[] := reader_ids('accounts');
begin
  return array(
    select m.user_id from team_members m
      where m.owner_id = any (_accounts)
        and coalesce((select r.role from team_members r where r.owner_id = m.owner_id and r.user_id = _me),
          case when m.owner_id = _me then 'owner' end) in ('owner', 'admin'));
end $$;

do $$
begin
  execute format('alter function reader_members() set search_path = %I, pg_temp', current_schema());
  revoke execute on function reader_members() from public;
end $$;
