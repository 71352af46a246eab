import { loginsOf } from '#access/room.ts'
import { openTestApp, type TestAppOptions } from '../test-app.ts'
import type { World } from './test-histories.ts'
import { openTestStripe } from './test-stripe.ts'

/** The app with the test Stripe beside it, and a customer. Used by tests, and by long proofs outside of a test run. */
export async function openWorld(options: TestAppOptions = {}) {
  const stripe = await openTestStripe()
  const app = await openTestApp({ ...options, settings: { ...options.settings, ...stripe.settings } })
  let people = 0
  const customer = async () => {
    people += 1
    const { id: owner_id } = await app.addUser({ email: `payer-${people}@example.com` })
    const [login] = await loginsOf(app.ctx, owner_id)
    return { owner_id, login_id: login?.id ?? 0 }
  }
  const world: World = {
    ctx: app.ctx,
    stripe,
    clock: app.clock,
    ...(await customer()),
    post: async (url, payload, headers) => (await app.app.inject({ method: 'POST', url, payload, headers })).statusCode,
  }
  return {
    ...world,
    app,
    customer,
    close: async () => {
      await app.close()
      await stripe.close()
    },
  }
}
