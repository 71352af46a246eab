import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface JobRow {
  job: string
  runs: number
  failures: number
  last_done_at: Date | null
  last_ms: number | null
  failed_at: Date | null
  last_error: string | null
}

/** Adds to what other instances did; of the last runs the later one remains. */
export async function addJobRuns(db: Db, rows: JobRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into job_runs as j (job, runs, failures, last_done_at, last_ms, failed_at, last_error)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (job text, runs bigint, failures bigint,
          last_done_at timestamptz, last_ms integer, failed_at timestamptz, last_error text)
        order by job
      on conflict (job) do update set runs = j.runs + excluded.runs, failures = j.failures + excluded.failures,
        last_ms = case when excluded.last_done_at >= coalesce(j.last_done_at, '-infinity') then excluded.last_ms else j.last_ms end,
        last_error = case when excluded.failed_at >= coalesce(j.failed_at, '-infinity') then excluded.last_error else j.last_error end,
        last_done_at = greatest(j.last_done_at, excluded.last_done_at),
        failed_at = greatest(j.failed_at, excluded.failed_at)`.execute(db)
}

export function allJobs(db: Db): Promise<JobRow[]> {
  return db.selectFrom('job_runs').selectAll().orderBy('job').execute()
}
