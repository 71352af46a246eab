import { randomUUID } from 'node:crypto'
import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { type BookProgress, type Books, checkBooks, checkBooksSince } from '#ledger/books/index.ts'
import { fileFaults } from '#moved-days/index.ts'
import { subjectsOf } from './discrepancies.ts'

type Run = Omit<Output<typeof operator.books>, 'seconds' | 'result'> & { result: Books | null }
const NONE: Run = { state: 'none', progress: null, error: null, result: null }

/** One check of the books at a time; its result waits here, in this process, until the next begins. */
export function bookHandlers() {
  let run = NONE
  let id = ''
  let since_ms = 0
  let took_ms = 0
  const report = (progress: BookProgress) => {
    run = { ...run, progress }
  }
  const end = (outcome: Pick<Run, 'state' | 'error'> & { result: Books | null }) => {
    took_ms = performance.now() - since_ms
    run = { progress: null, ...outcome }
  }
  return {
    startBooks: async (ctx, { since, is_full }) => {
      if (run.state === 'running') return { started: false, run: id }
      // The command line gives no name with it: there it only reads.
      if (ctx.staff || ctx.token)
        await audit(ctx, 'books_started', { detail: { since: since ?? null, is_full: is_full ?? false } })
      since_ms = performance.now()
      run = { ...NONE, state: 'running' }
      id = randomUUID()
      const checking = (is_full ? checkBooks(ctx, report) : checkBooksSince(ctx, since, report)).then(async (books) => {
        if (!is_full && since === undefined) return books
        const files = await fileFaults(ctx, is_full ? undefined : since)
        return {
          ...books,
          balanced: books.balanced && files.length === 0,
          discrepancies: [...books.discrepancies, ...files],
        }
      })
      checking.then(
        (result) => end({ state: 'done', error: null, result }),
        (error: unknown) => {
          ctx.log.error({ err: error }, 'check of the books failed')
          end({ state: 'failed', error: error instanceof Error ? error.message : String(error), result: null })
        },
      )
      return { started: true, run: id }
    },
    books: async (ctx: Pick<RequestCtx, 'db'>, wanted: { run?: string | undefined } = {}) => {
      if (wanted.run !== undefined && wanted.run !== id) return { ...NONE, result: null, seconds: 0 }
      const ms = run.state === 'running' ? performance.now() - since_ms : took_ms
      const seconds = Math.round(ms / 100) / 10
      if (!run.result) return { ...run, result: null, seconds }
      return { ...run, seconds, result: { ...run.result, about: await subjectsOf(ctx, run.result.discrepancies) } }
    },
  } satisfies Pick<Handlers<typeof operator>, 'startBooks' | 'books'>
}
