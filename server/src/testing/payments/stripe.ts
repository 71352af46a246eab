import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { failure, readForm, route } from './stripe-api.ts'
import { openStripeMemory, type StripeMemory } from './stripe-objects.ts'
import type { TestEvent } from './stripe-shapes.ts'

export const TEST_SECRETS = ['whsec_the_first_secret', 'whsec_the_second_secret']
const stripe = new Stripe('sk_test_signs')

/** `request`: it never arrives; `reply`: it is done, but nobody hears of it. */
export type Loss = 'request' | 'reply' | undefined

/** A local server that speaks Stripe's shapes, with its idempotency, and loses what it is told to lose. */
export async function openTestStripe() {
  const memory = openStripeMemory(() => Math.floor((performance.timeOrigin + performance.now()) / 1000))
  const answers = new Map<string, { params: string; status: number; body: unknown }>()
  const state = { lose: (): Loss => undefined, requests: 0, lost: 0 }

  async function answer(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const sent = await readText(request)
    const params = readForm(request.method === 'GET' ? url.search.slice(1) : sent)
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known && known.params !== sent)
      return failure(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters')
    if (known) return known
    const done = route(memory, `${request.method} ${url.pathname.replace('/v1/', '')}`, params)
    if (typeof key === 'string') answers.set(key, { params: sent, ...done })
    return done
  }

  const server = createServer(async (request, response) => {
    const [, act, of] = /^\/test\/(pay|events)\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (act && of) {
      if (act === 'pay') payOrder(memory, of)
      return response.end(JSON.stringify(memory.events.filter((event) => isAbout(memory, event, of))))
    }
    state.requests += 1
    const loss = state.lose()
    if (loss) state.lost += 1
    const nobody = { status: 503, body: { error: { type: 'api_error', message: 'lost on the way' } } }
    const done = loss === 'request' ? undefined : await answer(request)
    if (!done) request.resume()
    const { status, body } = loss || !done ? nobody : done
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...memory,
    state,
    url: `http://127.0.0.1:${port}`,
    settings: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_local',
      STRIPE_WEBHOOK_SECRET: TEST_SECRETS.join(', '),
      STRIPE_API_HOST: `http://127.0.0.1:${port}`,
    },
    /** The payments that belong to an order, as Stripe lists them. */
    paymentsOf: (order_id: string) =>
      [...memory.intents.values()].filter(({ metadata }) => metadata.order_id === order_id),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type TestStripe = Awaited<ReturnType<typeof openTestStripe>>

/** From a process beside it: lets the customer of an order pay (`pay/…`), or only lists its messages (`events/…`). */
export async function askTestStripe(url: string, what: string): Promise<TestEvent[]> {
  const [reply]: IncomingMessage[] = await once(get(`${url}/test/${what}`), 'response')
  return reply ? JSON.parse(await readText(reply)) : []
}

/** A message as Stripe sends it, signed by the package's own helper. */
export function signed(event: TestEvent | string, at: Date, secret = TEST_SECRETS[0] ?? '') {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = Math.floor(at.getTime() / 1000)
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { payload, headers: { 'stripe-signature': header, 'content-type': 'application/json; charset=utf-8' } }
}

/** The customer of this order types a card, if there is a page for it. */
export function payOrder({ sessions, pay }: StripeMemory, order_id: string): void {
  const session = [...sessions.values()].find((one) => one.client_reference_id === order_id)
  if (session) pay(session.id)
}

export function isAbout({ intents }: StripeMemory, { data }: TestEvent, order_id: string): boolean {
  const object: { metadata?: Record<string, string>; client_reference_id?: string; payment_intent?: string } =
    data.object
  if (object.metadata?.order_id === order_id || object.client_reference_id === order_id) return true
  return intents.get(object.payment_intent ?? '')?.metadata.order_id === order_id
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}
