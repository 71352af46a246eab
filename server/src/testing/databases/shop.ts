import { randomUUID } from 'node:crypto'
import { type databases, orderPrice } from '@portico/contract/databases.ts'
import type { Sent } from '@portico/contract/endpoint.ts'
import { accountLogins } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { coverageOf, offerOf } from '#databases/shop.ts'
import { bookGift } from '#ledger/index.ts'
import { addMember } from '#team/members.ts'

export type Order = Sent<typeof databases.buy>

/** The parts of the test app that are needed here; it is above the modules and is not imported. */
interface Site<Browser> {
  ctx: Ctx
  addUser(given: { email: string; name: string; can_pay: boolean }): Promise<{ id: number }>
  signedIn(email: string): Promise<Browser>
}

/** A signed-in customer with a balance. */
export async function addCustomer<Browser>(app: Site<Browser>, name: string, dollars = 100) {
  const email = `${name}@example.com`
  const { id } = await app.addUser({ email, name, can_pay: true })
  const login_id = (await accountLogins(app.ctx, id))[0]?.id ?? 0
  if (dollars > 0)
    await bookGift(app.ctx, {
      id: randomUUID(),
      login_id,
      amount_micros: dollars * 1_000_000,
      memo: 'test',
      actor: 'test',
    })
  const browser = await app.signedIn(email)
  return { id, email, login_id, browser }
}

export async function addColleague<Browser>(
  app: Site<Browser>,
  owner_id: number,
  name: string,
  role: 'admin' | 'developer' | 'finance' | 'viewer',
) {
  const colleague = await addCustomer(app, name, 0)
  await addMember(app.ctx, { owner_id, user_id: colleague.id, role, cap_micros: null })
  return colleague
}

/** The order that the page sends for these locations. */
export async function orderOf(app: { ctx: Ctx }, more: Partial<Order> = {}): Promise<Order> {
  const { database_id = 'technologies', locations = ['PL'], with_updates = false } = more
  const offer = await offerOf(app.ctx, database_id)
  return {
    id: randomUUID(),
    database_id,
    version: offer.current.version,
    amount_micros: orderPrice(coverageOf(offer), locations, with_updates).total_micros,
    locations,
    format: 'csv',
    with_updates,
    ...more,
  }
}

/** A process that dies before one of its statements and does nothing afterwards. */
export function openMortal() {
  let dies_at = Number.POSITIVE_INFINITY
  let statements = 0
  return {
    /** For the app under test. */
    prepare(_app: unknown, ctx: Ctx): void {
      ctx.db = ctx.db.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1
          if (statements >= dies_at) throw new Error('killed')
          return node
        },
        transformResult: async ({ result }) => result,
      })
    },
    /** False if the work finished before that statement. */
    async killedAt(statement: number, work: () => Promise<unknown>): Promise<boolean> {
      statements = 0
      dies_at = statement
      await work().catch(() => undefined)
      dies_at = Number.POSITIVE_INFINITY
      return statements >= statement
    },
  }
}
