-- The id of a call (uuid v7) carries its time: both are the same everywhere. Checks and keys of tables hold what these return, and
-- no row is looked at again when one of them changes: one that returns something else needs another name.

create or replace function call_time(id uuid) returns timestamptz language sql immutable strict parallel safe
  return to_timestamp(('x' || translate(substr(id::text, 1, 13), '-', ''))::bit(48)::bigint / 1000.0);

-- The smallest id a call at this time can have: ranges of ids are ranges of time.
create or replace function call_floor(at timestamptz) returns uuid language sql stable strict parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

create or replace function utc_day(at timestamptz) returns date language sql immutable strict parallel safe
  return timezone('UTC', at)::date;

-- The id of the booking that gives back what a call was charged: always the same one.
create or replace function refund_id(_call uuid) returns uuid language sql immutable strict parallel safe
  return (
    select (substr(hex, 1, 12) || '8' || substr(hex, 14, 3) || '8' || substr(hex, 18))::uuid
      from (select left(encode(sha256(convert_to('refund of ' || _call::text, 'UTF8')), 'hex'), 32) as hex) h
  );
