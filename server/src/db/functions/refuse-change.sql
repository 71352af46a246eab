-- Rows that are never changed: only what erases personal data of a closed account passes, in erase-closed-account.sql, which runs as the
-- owner of the tables. A setting alone opens nothing to the role of the server.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('portico.erases', true) = 'on' and tg_op <> 'TRUNCATE'
    and (select c.relowner from pg_class c where c.oid = tg_relid) = (select r.oid from pg_roles r where r.rolname = current_user) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
