-- allows older
-- A call that was booked although its caller was refused has an outcome, too; not every call has a task.
alter table usage_outcomes alter column task_id drop not null;
