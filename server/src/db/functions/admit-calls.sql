create or replace function gateway_is_alive(_instance uuid) returns boolean language sql stable
  return exists (select from gateway_instances i where i.id = _instance and i.seen_at > now() - interval '10 seconds');

-- Admits calls of several logins, as many of each as its two limits allow; returns what each limit had left.
-- A process reports its calls of a login in progress, not the change: a lost report is corrected by the next one.
create or replace function admit_calls(_instance uuid, _minute timestamptz, _asks json) returns setof gateway_admission
  language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  _ask record;
  _calls integer;
  _elsewhere integer;
  _given integer;
  _room gateway_admission;
begin
  for _ask in
    select * from json_to_recordset(_asks)
        as a (login_id integer, running integer, wanted integer, per_minute integer, simultaneous integer)
      order by a.login_id
  loop
    _given := 0;
    if _ask.wanted > 0 then
      -- The row of the login is locked first, so that processes count one after another. A clock that is a little behind
      -- counts into the minute of the others.
      insert into gateway_load as l (login_id, minute, calls) values (_ask.login_id, _minute, 0)
        on conflict (login_id) do update set
          calls = case when l.minute between excluded.minute and excluded.minute + interval '1 minute' then l.calls else 0 end,
          minute = case when l.minute between excluded.minute and excluded.minute + interval '1 minute' then l.minute
            else excluded.minute end
        returning l.calls into _calls;
      select coalesce(sum(r.running), 0) into _elsewhere from gateway_running r
        where r.login_id = _ask.login_id and r.instance <> _instance and gateway_is_alive(r.instance);
      _room := row (_ask.login_id, greatest(_ask.per_minute - _calls, 0),
        greatest(_ask.simultaneous - _elsewhere - _ask.running, 0));
      _given := least(_ask.wanted, _room.by_minute, _room.by_running);
      if _given > 0 then
        update gateway_load l set calls = l.calls + _given where l.login_id = _ask.login_id;
      end if;
      return next _room;
    end if;
    insert into gateway_running as r (login_id, instance, running) values (_ask.login_id, _instance, _ask.running + _given)
      on conflict (login_id, instance) do update set running = excluded.running;
  end loop;
end $$;
