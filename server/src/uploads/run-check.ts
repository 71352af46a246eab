import { Worker } from 'node:worker_threads'
import { refused } from './check-file.ts'
import type { CheckJob, CheckResult } from './check-worker.ts'

const TIMEOUT_MS = 60_000
const MEMORY_MB = 768

/** One at a time: a check takes a whole core. */
let last: Promise<unknown> = Promise.resolve()

/** Reads documents in a thread of their own, and refuses those that take too long or too much memory. */
export function runCheck(job: CheckJob): Promise<Exclude<CheckResult, { refused: string }>> {
  const next = last.then(() => once(job))
  last = next.catch(() => undefined)
  return next
}

async function once(job: CheckJob): Promise<Exclude<CheckResult, { refused: string }>> {
  const result = await new Promise<CheckResult>((resolve, reject) => {
    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const timer = setTimeout(() => {
      resolve({ refused: 'the documents take more than a minute to read' })
      void worker.terminate()
    }, TIMEOUT_MS)
    worker.once('message', resolve)
    worker.once('error', (error) =>
      Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY'
        ? resolve({ refused: `the documents need more than ${MEMORY_MB} MB of memory to be read` })
        : reject(error),
    )
    worker.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`check of documents ended with ${code}`))
    })
  })
  if ('refused' in result) throw refused(result.refused)
  return result
}
