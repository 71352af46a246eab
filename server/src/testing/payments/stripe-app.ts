import type { Ctx } from '#ctx/ctx.ts'
import { deliver, settled, type World } from './histories.ts'
import { openTestStripe } from './stripe.ts'

/** The parts of the test app that this needs. */
interface App {
  ctx: Ctx
  clock: World['clock']
  app: {
    inject(request: { method: 'POST'; url: string; payload: string; headers: Record<string, string> }): Promise<{
      statusCode: number
    }>
  }
  close(): Promise<void>
}

/** The app with the test Stripe beside it. Close it at the end. */
export async function openStripeApp<A extends App>(
  open: (options: { settings: Record<string, string> }) => Promise<A>,
) {
  const stripe = await openTestStripe()
  const app = await open({ settings: stripe.settings })
  stripe.follow(app.clock)
  const post: World['post'] = async (url, payload, headers) =>
    (await app.app.inject({ method: 'POST', url, payload, headers })).statusCode
  const world: World = { ctx: app.ctx, stripe, clock: app.clock, owner_id: 0, login_id: 0, post }
  return {
    app,
    stripe,
    /** Delivers the pending events of Stripe, and waits until they are handled. */
    async deliverEvents(): Promise<void> {
      const events = stripe.events.splice(0)
      await deliver(world, events)
      await settled(world, events)
    },
    /** The customer of this order pays on Stripe's page. */
    pay(order_id: string, how: Parameters<typeof stripe.pay>[1] = {}): void {
      const session = [...stripe.sessions.values()].find((one) => one.client_reference_id === order_id)
      stripe.pay(session?.id ?? '', how)
    },
    intentOf: (order_id: string) => stripe.paymentsOf(order_id)[0]?.id ?? '',
    async close() {
      await app.close()
      await stripe.close()
    },
  }
}
export type StripeApp<A extends App> = Awaited<ReturnType<typeof openStripeApp<A>>>
