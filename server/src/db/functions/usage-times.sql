-- Times in steps of 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 20, 60 s: how many calls were below each, and how many above all.
create or replace function time_step(time_ms integer) returns integer language sql immutable parallel safe
  return width_bucket(time_ms, array[10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 60000]) + 1;

-- Element by element.
create or replace function add_times(a integer[], b integer[]) returns integer[] language sql immutable parallel safe
  return array[a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6], a[7] + b[7],
    a[8] + b[8], a[9] + b[9], a[10] + b[10], a[11] + b[11], a[12] + b[12], a[13] + b[13]];

create or replace aggregate sum_times(integer[]) (
  sfunc = add_times, stype = integer[], initcond = '{0,0,0,0,0,0,0,0,0,0,0,0,0}', combinefunc = add_times, parallel = safe
);
