-- allows older
-- What a staff member may do in the console. Staff of before have no role, and so no console, until the operator gives them one.
alter table users add column staff_role text
  check (staff_role in ('admin', 'support', 'finance', 'content', 'read_only'));
