import { checkBooks } from '#ledger/books/index.ts'
import type { TestApp } from './app.ts'

/** The end of tests about money: whatever they did, no account has another balance than its entries. */
export async function closeBalanced(app: Pick<TestApp, 'ctx' | 'close'>): Promise<void> {
  const { discrepancies } = await checkBooks(app.ctx)
  await app.close()
  if (discrepancies.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(discrepancies)}`)
}
