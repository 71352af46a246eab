import type { Ctx } from '#ctx/ctx.ts'
import { errorText } from '#db/error-code.ts'
import type { JobRow } from './job-store.ts'

const ERROR_MAX = 500

/** How one run of a job ended. */
export interface JobRun {
  ms: number
  /** Set where it failed. */
  error?: unknown
}

export interface JobRuns {
  note(job: string, run: JobRun): void
  /** Everything noted since the last time, one row for each job. */
  take(): JobRow[]
  giveBack(rows: JobRow[]): void
}

/** Runs are written together, as some jobs run every few seconds. */
export function openJobRuns({ clock }: Pick<Ctx, 'clock'>): JobRuns {
  let noted = new Map<string, JobRow>()
  const add = (row: JobRow) => {
    const before = noted.get(row.job)
    noted.set(row.job, {
      job: row.job,
      runs: row.runs + (before?.runs ?? 0),
      failures: row.failures + (before?.failures ?? 0),
      last_done_at: row.last_done_at ?? before?.last_done_at ?? null,
      last_ms: row.last_ms ?? before?.last_ms ?? null,
      failed_at: row.failed_at ?? before?.failed_at ?? null,
      last_error: row.last_error ?? before?.last_error ?? null,
    })
  }
  return {
    note(job, run) {
      const at = clock.now()
      const ended =
        'error' in run
          ? {
              failures: 1,
              last_done_at: null,
              last_ms: null,
              failed_at: at,
              last_error: errorText(run.error).slice(0, ERROR_MAX),
            }
          : { failures: 0, last_done_at: at, last_ms: Math.round(run.ms), failed_at: null, last_error: null }
      add({ job, runs: 1, ...ended })
    },
    take() {
      const rows = [...noted.values()]
      noted = new Map()
      return rows
    },
    giveBack(rows) {
      const newer = this.take()
      for (const row of [...rows, ...newer]) add(row)
    },
  }
}
