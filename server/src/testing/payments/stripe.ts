import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS } from '@portico/contract/time.ts'
import Stripe from 'stripe'
import { operationOf, route } from './stripe-api.ts'
import { checkRequest, type Params, readForm } from './stripe-check.ts'
import { type Loss, type NetworkFault, send, shownOf } from './stripe-faults.ts'
import { openStripeMemory, type StripeMemory } from './stripe-objects.ts'
import { failure, type Reply } from './stripe-replies.ts'
import type { TestEvent } from './stripe-shapes.ts'

export const TEST_SECRETS = ['whsec_the_first_secret', 'whsec_the_second_secret']
const stripe = new Stripe('sk_test_signs')

const KEY_LIFE_MS = DAY_MS
/** A request that creates something must have a key, so that it is created once. */
const MAKING = /^POST (customers|checkout\/sessions|payment_intents|payment_intents\/:id\/confirm|refunds)$/

/**
 * A local server that speaks Stripe's shapes and is as strict: every request is checked against the types of Stripe's own package,
 * keys are stored with their parameters and repeated with their answers, 500s too. Closing it fails when a request was wrong.
 */
export async function openTestStripe() {
  let clock = () => performance.timeOrigin + performance.now()
  const memory = openStripeMemory(() => Math.floor(clock() / 1000))
  const answers = new Map<string, Reply & { params: string; path: string; at: number }>()
  const violations: string[] = []
  const state = {
    lose: (): Loss => undefined,
    /** By operation, such as `POST payment_intents/:id/confirm`. */
    fault: (_operation: string): NetworkFault | undefined => undefined,
    requests: 0,
    lost: 0,
    operations: new Map<string, number>(),
  }

  function answer(request: IncomingMessage, sent: string, fault: NetworkFault | undefined): Reply {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const verb = request.method ?? ''
    const params = readForm(verb === 'GET' ? url.search.slice(1) : sent)
    const { operation, id } = operationOf(verb, url.pathname.replace('/v1/', ''))
    const given = verb === 'POST' ? request.headers['idempotency-key'] : undefined
    const key = typeof given === 'string' ? given : undefined
    const refused = refuse(request, { verb, path: url.pathname, operation, key, params })
    if (refused) {
      violations.push(`${operation}: ${refused.message}`)
      return failure(400, 'invalid_request_error', refused.message, refused)
    }
    const known = key === undefined ? undefined : answers.get(key)
    if (known && clock() - known.at < KEY_LIFE_MS) {
      if (known.params === sent && known.path === url.pathname) return known
      violations.push(`${operation}: key ${key} with other parameters`)
      return failure(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters')
    }
    const broken = failure(500, 'api_error', 'An unknown error occurred')
    const made = fault === '500' ? broken : route(memory, operation, id, params)
    const done = fault === '500_after' ? broken : made
    // A request refused before anything was done is not stored.
    if (key !== undefined && done.status !== 400 && done.status !== 404)
      answers.set(key, { params: sent, path: url.pathname, at: clock(), ...done })
    return done
  }

  /** Errors that Stripe would report before it does anything. */
  function refuse(
    { headers, method }: IncomingMessage,
    sent: { verb: string; path: string; operation: string; key: string | undefined; params: Params },
  ): { message: string; param?: string; code?: string } | undefined {
    const { verb, path, operation, key, params } = sent
    if (headers.authorization !== 'Bearer sk_test_local') return { message: 'Invalid API Key provided' }
    if (headers['stripe-version'] !== Stripe.API_VERSION) return { message: `Invalid Stripe API version` }
    if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded')
      return { message: `Invalid request (content type ${headers['content-type']})` }
    if (MAKING.test(operation) && key === undefined) return { message: 'no idempotency key' }
    const faults = checkRequest(verb, path, params)
    if (faults === 'unknown') return { message: `Unrecognized request URL (${verb}: ${path})` }
    if (faults[0]) return faults[0]
    return hasNoReturn(operation, params) ? { message: NO_RETURN_URL } : undefined
  }

  const server = createServer(async (request, response) => {
    const [, act, of] = /^\/test\/(pay|events)\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (act && of) {
      if (act === 'pay') payOrder(memory, of)
      return response.end(JSON.stringify(memory.events.filter((event) => isAbout(memory, event, of))))
    }
    state.requests += 1
    const { pathname } = new URL(request.url ?? '/', 'http://stripe.test')
    const { operation } = operationOf(request.method ?? '', pathname.replace('/v1/', ''))
    state.operations.set(operation, (state.operations.get(operation) ?? 0) + 1)
    const loss = state.lose()
    const fault = state.fault(operation)
    if (loss || fault) state.lost += 1
    const sent = await readText(request)
    const isDone = loss !== 'request' && fault !== '429' && fault !== 'reset' && fault !== 'silence'
    const done = isDone ? answer(request, sent, fault) : undefined
    send(response, shownOf(fault, loss, done))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...memory,
    state,
    /** Requests that Stripe would have refused as wrong. */
    violations,
    url: `http://127.0.0.1:${port}`,
    settings: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_local',
      STRIPE_WEBHOOK_SECRET: TEST_SECRETS.join(', '),
      STRIPE_API_HOST: `http://127.0.0.1:${port}`,
    },
    /** From now on its days are those of the app. */
    follow(app: { now(): Date }): void {
      clock = () => app.now().getTime()
    },
    /** The payments that belong to an order, as Stripe lists them. */
    paymentsOf: (order_id: string) =>
      [...memory.intents.values()].filter(({ metadata }) => metadata.order_id === order_id),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      if (violations.length > 0) throw new Error(`Stripe would have refused: ${[...new Set(violations)].join('; ')}`)
    },
  }
}

const NO_RETURN_URL =
  'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.'

/** Automatic payment methods are on unless others are named, and may redirect unless that is forbidden. */
function hasNoReturn(operation: string, params: Params): boolean {
  const confirms = operation === 'POST payment_intents/:id/confirm' || params.confirm === 'true'
  const { automatic_payment_methods: automatic } = params
  const stays = typeof automatic === 'object' && automatic.allow_redirects === 'never'
  return confirms && !params.return_url && !params.payment_method_types && !stays
}

export type TestStripe = Awaited<ReturnType<typeof openTestStripe>>

/** Called from another process: lets the customer of an order pay (`pay/…`), or only lists its messages (`events/…`). */
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
