-- concurrent, allows older
-- Who uses a function, for the catalogue of the console.
create index concurrently if not exists usage_days_by_function on usage_days (api, function, day);
