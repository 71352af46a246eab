import type { operator } from '@portico/contract/operator.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { type BookProgress, type Books, checkBooks, checkBooksSince } from '#ledger/books/index.ts'
import { fileFaults } from '#moved-days/index.ts'
import { beginCheck, endCheck, readCheck, renewCheck } from './book-check-store.ts'
import { subjectsOf } from './discrepancies.ts'

type Wanted = { since?: string | undefined; is_full?: boolean | undefined }
const RENEWED_EVERY_MS = 1000

/** One check of the books at a time. Every instance answers with the same one, also after a restart. */
export const bookHandlers = {
  startBooks: async (ctx, { since, is_full }) => {
    const begun = await beginCheck(ctx.db)
    if (!begun.started) return begun
    // The command line gives no name with it: there it only reads.
    if (ctx.staff || ctx.token)
      await audit(ctx, 'books_started', { detail: { since: since ?? null, is_full: is_full ?? false } })
    runCheck(ctx, begun.run, { since, is_full }).catch((err: unknown) =>
      ctx.log.error({ err }, 'check of the books failed'),
    )
    return begun
  },
  books: async (ctx: Pick<RequestCtx, 'db'>, { run }: { run?: string | undefined } = {}) => {
    const check = await readCheck(ctx.db, run)
    if (!check) return { state: 'none', seconds: 0, progress: null, error: null, result: null }
    const { result } = check
    return { ...check, result: result && { ...result, about: await subjectsOf(ctx, result.discrepancies) } }
  },
} satisfies Pick<Handlers<typeof operator>, 'startBooks' | 'books'>

async function runCheck(ctx: RequestCtx, run: string, wanted: Wanted): Promise<void> {
  let progress: BookProgress | null = null
  const renewing = setInterval(() => renewCheck(ctx.db, run, progress).catch(() => {}), RENEWED_EVERY_MS)
  try {
    const result = await check(ctx, wanted, (now) => {
      progress = now
    })
    await endCheck(ctx.db, run, result)
  } catch (error) {
    await endCheck(ctx.db, run, { error: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    clearInterval(renewing)
  }
}

async function check(
  ctx: RequestCtx,
  { since, is_full }: Wanted,
  report: (progress: BookProgress) => void,
): Promise<Books> {
  const books = await (is_full ? checkBooks(ctx, report) : checkBooksSince(ctx, since, report))
  if (!is_full && since === undefined) return books
  const files = await fileFaults(ctx, is_full ? undefined : since)
  return {
    ...books,
    balanced: books.balanced && files.length === 0,
    discrepancies: [...books.discrepancies, ...files],
  }
}
