import { checkBooks } from '#ledger/books/index.ts'
import type { TestApp } from './app.ts'

/** Ends tests about money: every balance must equal the sum of its ledger entries. */
export async function closeBalanced(app: Pick<TestApp, 'ctx' | 'close'>): Promise<void> {
  const { discrepancies } = await checkBooks(app.ctx)
  await app.close()
  if (discrepancies.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(discrepancies)}`)
}
