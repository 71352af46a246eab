-- Does not allow 0.2.0 to start again: its start takes the rights on tables that it does not know from every instance (decision 098).
-- One row, written every second while replicas serve reads: a replica that shows it follows this primary, and its age is the lag.
create table replica_heartbeats (
  id      smallint primary key check (id = 1),
  at      timestamptz not null,
  -- Cluster, database and timeline: what was written on a branch that a failover has left behind is not of it.
  history text not null
);
