import type { CatalogueMethod } from '@portico/contract/catalogue.ts'
import { CODE, isWaiting } from '@portico/contract/codes.ts'
import { plainVerdict } from '@portico/contract/plain-answer.ts'
import { type Exchange, type PlaygroundMode, playground } from '@portico/contract/playground.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import type { Files } from './use-files.ts'
import type { Task } from './use-request.ts'

const POLL_MS = 2_000
const IDLE = { step: 'idle' } as const

export type RunState =
  | { step: 'idle' }
  | { step: 'sending' | 'queued'; since_ms: number }
  /** The user no longer waits for it, which does not cancel it. */
  | { step: 'left'; isQueued: boolean }
  | { step: 'done'; exchange: Exchange; estimate_micros: number; mode: PlaygroundMode }
  | { step: 'failed'; problem: Problem }

/** The parts of a method that matter to a run. */
type Ran = Pick<CatalogueMethod, 'id' | 'plain'>

export interface RunRequest {
  /** The request as it is filled in, or a past one that is sent again. */
  key: string
  method: Ran
  mode: PlaygroundMode
  task: Task
  params: Record<string, string>
  files: Files
  max_micros: number
}

/** The result of another request is not shown under this one; it is restored when the user comes back to it. */
interface RunOf {
  key: string
  state: RunState
}

/**
 * Sends the request and, where it is queued, polls until its result is there. Leaving the page does not cancel the
 * task.
 */
export function useRun(shown_key: string) {
  const client = useQueryClient()
  const [ran, setRan] = useState<RunOf>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function run({ key, method, mode, task, params, files, max_micros }: RunRequest) {
    stop.current?.abort()
    const mine = new AbortController()
    stop.current = mine
    const since_ms = performance.now()
    const show = (state: RunState) => mine.signal.aborted || setRan({ key, state })
    show({ step: 'sending', since_ms })
    try {
      const input = { method_id: method.id, params, task: JSON.stringify(task), ...(await withFiles(files)) }
      let exchange =
        mode === 'sandbox'
          ? await call(playground.runInSandbox, input, mine.signal)
          : await call(playground.runLive, { ...input, max_micros, key: crypto.randomUUID() }, mine.signal)
      client.invalidateQueries({ queryKey: ['playground', 'history'] })
      const posted = firstTask(method, exchange)
      if (posted.code === CODE.taskCreated && posted.id) {
        show({ step: 'queued', since_ms })
        exchange = await untilDone({ method, task_id: posted.id, mode }, exchange, mine.signal)
        client.invalidateQueries({ queryKey: ['playground', 'history'] })
      }
      show({ step: 'done', exchange, estimate_micros: mode === 'live' ? max_micros : 0, mode })
      // The next one may meet a limit that this one did not.
      client.invalidateQueries({ queryKey: ['playground', 'block'] })
    } catch (error) {
      if (mine.signal.aborted) return
      show({ step: 'failed', problem: error instanceof Problem ? error : new Problem('internal') })
    }
  }

  return {
    state: ran && ran.key === shown_key ? ran.state : IDLE,
    run,
    /** The request may continue without the page: its cost is charged, and its result is in History. */
    cancel() {
      stop.current?.abort()
      setRan(ran && { ...ran, state: { step: 'left', isQueued: ran.state.step === 'queued' } })
    },
  }
}

/** Few requests have files, so what reads them is loaded for those. */
async function withFiles(files: Files) {
  if (Object.keys(files).length === 0) return {}
  const { sentFiles } = await import('./sent-files.ts')
  return { files: await sentFiles(files) }
}

async function untilDone(
  { method, ...input }: { method: Ran; task_id: string; mode: PlaygroundMode },
  posted: Exchange,
  signal: AbortSignal,
): Promise<Exchange> {
  for (;;) {
    await pause(signal)
    const exchange = await call(playground.fetchTask, { ...input, method_id: method.id }, signal)
    const { code } = firstTask(method, exchange)
    if (!isWaiting(code)) return { ...exchange, time_ms: exchange.time_ms + posted.time_ms }
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('cancelled', 'AbortError'))
    })
  })
}

/** The verdict on the first task, or on the request as a whole. */
export function firstTask({ plain }: Pick<CatalogueMethod, 'plain'>, exchange: Exchange) {
  if (plain) {
    const { code, message, cost } = plainVerdict(exchange)
    return { code, message, cost, id: undefined }
  }
  const envelope = parsed(exchange.body)
  const task = envelope?.tasks?.[0]
  return {
    cost: envelope?.cost ?? 0,
    code: task?.status_code ?? envelope?.status_code ?? 0,
    message: task?.status_message ?? envelope?.status_message ?? '',
    id: task?.id,
  }
}

interface Envelope {
  status_code?: number
  status_message?: string
  cost?: number
  tasks?: { id?: string; status_code?: number; status_message?: string; result_count?: number }[] | null
}

/** The reply, or undefined where it is no JSON. */
export function parsed(body: string): Envelope | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
