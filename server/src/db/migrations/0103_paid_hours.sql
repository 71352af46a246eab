-- concurrent, allows older
-- What all customers were charged until an hour of a day, for the start page of the console.
create index concurrently if not exists usage_hours_paid on usage_hours (hour, login_id) include (cost_micros)
  where not is_sandbox and cost_micros > 0;
