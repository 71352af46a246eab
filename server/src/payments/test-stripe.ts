import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { openStripeMemory, type StripeMemory, type TestEvent, type TestIntent } from './test-stripe-objects.ts'

export const TEST_SECRETS = ['whsec_the_first_secret', 'whsec_the_second_secret']
const stripe = new Stripe('sk_test_signs')

/** `request`: it never arrives; `reply`: it is done, but nobody hears of it. */
export type Loss = 'request' | 'reply' | undefined
type Params = Record<string, unknown>

/** A local server that speaks Stripe's shapes, with its idempotency, and loses what it is told to lose. */
export async function openTestStripe(now = () => Math.floor(Date.now() / 1000)) {
  const memory = openStripeMemory(now)
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

function route(memory: StripeMemory, asked: string, params: Params): { status: number; body: unknown } {
  const { sessions, intents, refunds, disputes, methods, customers, newId } = memory
  const [verb = '', path = ''] = asked.split(' ')
  const [, id = ''] = /^(?:checkout\/sessions|payment_intents|customers|payment_methods)\/([^/]+)/.exec(path) ?? []
  const show = (intent: TestIntent) => ({
    ...intent,
    payment_method: intent.payment_method ? methods.get(intent.payment_method) : null,
  })
  const place = `${verb} ${path.replace(id || '\0', ':id')}`
  switch (place) {
    case 'POST customers': {
      const customer = { id: newId('cus'), object: 'customer' as const, metadata: texts(params.metadata) }
      customers.set(customer.id, customer)
      return ok(customer)
    }
    case 'GET customers/:id/payment_methods':
      return list([...methods.values()].filter(({ customer }) => customer === id))
    case 'POST payment_methods/:id/detach': {
      const method = methods.get(id)
      if (!method?.customer) return failure(400, 'invalid_request_error', 'not attached')
      method.customer = null
      return ok(method)
    }
    case 'POST checkout/sessions':
      return ok(addSession(memory, params))
    case 'GET checkout/sessions':
      return list([...sessions.values()].filter(({ customer }) => customer === params.customer).toReversed())
    case 'GET checkout/sessions/:id': {
      const session = sessions.get(id)
      if (!session) return failure(404, 'invalid_request_error', 'No such session')
      const intent = session.payment_intent ? intents.get(session.payment_intent) : undefined
      return ok({ ...session, payment_intent: intent ? show(intent) : null })
    }
    case 'POST checkout/sessions/:id/expire':
      if (sessions.get(id)?.status !== 'open') return failure(400, 'invalid_request_error', 'not open')
      memory.expire(id)
      return ok(sessions.get(id))
    case 'POST payment_intents':
      return charge(memory, params)
    case 'GET payment_intents':
      return list(
        [...intents.values()]
          .filter(({ customer }) => params.customer === undefined || customer === params.customer)
          .toReversed(),
      )
    case 'GET payment_intents/:id': {
      const intent = intents.get(id)
      return intent ? ok(show(intent)) : failure(404, 'invalid_request_error', 'No such payment_intent')
    }
    case 'POST payment_intents/:id/cancel': {
      const intent = intents.get(id)
      if (!intent || intent.status === 'succeeded') return failure(400, 'invalid_request_error', 'cannot be canceled')
      intent.status = 'canceled'
      memory.say('payment_intent.canceled', intent)
      return ok(show(intent))
    }
    case 'POST refunds': {
      const amount = Number(params.amount)
      if (amount > memory.left(String(params.payment_intent)))
        return failure(400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount on charge')
      return ok(memory.refund(String(params.payment_intent), amount, texts(params.metadata)))
    }
    case 'GET refunds':
      return list([...refunds.values()].filter((one) => one.payment_intent === params.payment_intent))
    case 'GET disputes':
      return list([...disputes.values()].filter((one) => one.payment_intent === params.payment_intent))
    default:
      return failure(404, 'invalid_request_error', `Unrecognized request URL (${place})`)
  }
}

function addSession(memory: StripeMemory, params: Params) {
  const id = memory.newId('cs_test')
  const [item] = Object.values(fields(params.line_items))
  const session = {
    id,
    object: 'checkout.session' as const,
    mode: String(params.mode),
    status: 'open' as const,
    payment_status: 'unpaid' as const,
    client_reference_id: params.client_reference_id === undefined ? null : String(params.client_reference_id),
    customer: String(params.customer),
    amount_total: params.mode === 'setup' ? null : Number(fields(fields(item).price_data).unit_amount),
    currency: 'usd',
    livemode: false,
    metadata: texts(params.metadata),
    intent_metadata: texts(fields(params.payment_intent_data).metadata),
    payment_intent: null,
    url: `https://checkout.stripe.test/${id}`,
    created: Math.floor(Date.now() / 1000),
  }
  memory.sessions.set(id, session)
  return session
}

function charge(memory: StripeMemory, params: Params) {
  const method = memory.methods.get(String(params.payment_method))
  if (method?.customer !== params.customer)
    return failure(400, 'invalid_request_error', 'No such PaymentMethod', { code: 'resource_missing' })
  const intent = memory.addIntent({
    amount: Number(params.amount),
    currency: String(params.currency),
    customer: String(params.customer),
    metadata: texts(params.metadata),
    payment_method: method?.id ?? null,
  })
  const decline = memory.declines(method?.card.last4 ?? '')
  if (decline?.code === 'authentication_required' && params.off_session !== 'true') {
    const redirect_to_url = { url: `https://hooks.stripe.test/${intent.id}` }
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url } })
    memory.say('payment_intent.requires_action', intent)
    return ok({ ...intent, payment_method: method })
  }
  if (decline) {
    intent.last_payment_error = decline
    memory.say('payment_intent.payment_failed', intent)
    return failure(402, 'card_error', 'declined', { ...decline, payment_intent: intent })
  }
  memory.succeed(intent)
  return ok({ ...intent, payment_method: method })
}

const ok = (body: unknown) => ({ status: 200, body })
const list = (data: unknown[]) => ok({ object: 'list', data, has_more: false, url: '/v1/list' })
function failure(status: number, type: string, message: string, more: object = {}) {
  return { status, body: { error: { type, message, ...more } } }
}

function fields(value: unknown): Params {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fields(value)).map(([name, text]) => [name, String(text)]))
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}

/** `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
function readForm(text: string): Params {
  const all: Params = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let place = all
    for (const step of path) {
      const next = fields(place[step])
      place[step] = next
      place = next
    }
    place[last] = value
  }
  return all
}
