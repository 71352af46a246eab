import { accountLogins } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { World } from './histories.ts'
import type { TestStripe } from './stripe.ts'

/** The parts of the test app that payments need. */
interface App {
  ctx: Ctx
  clock: World['clock']
  addUser(given: { email: string; can_pay?: boolean }): Promise<{ id: number }>
  app: {
    inject(request: { method: 'POST'; url: string; payload: string; headers: Record<string, string> }): Promise<{
      statusCode: number
    }>
  }
}

/** The app with the test Stripe beside it, and customers. */
export async function openWorld({ ctx, clock, addUser, app }: App, stripe: TestStripe) {
  stripe.follow(clock)
  let people = 0
  const customer = async () => {
    people += 1
    const { id: owner_id } = await addUser({ email: `payer-${people}@example.com`, can_pay: true })
    const [login] = await accountLogins(ctx, owner_id)
    return { owner_id, login_id: login?.id ?? 0 }
  }
  const post: World['post'] = async (url, payload, headers) =>
    (await app.inject({ method: 'POST', url, payload, headers })).statusCode
  return { ctx, stripe, clock, post, customer, ...(await customer()) }
}
