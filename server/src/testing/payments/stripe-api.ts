import type { StripeMemory } from './stripe-objects.ts'
import type { TestIntent } from './stripe-shapes.ts'

type Params = Record<string, unknown>

/** What Stripe answers to a request, as far as we make it. */
export function route(memory: StripeMemory, asked: string, params: Params): { status: number; body: unknown } {
  const { sessions, intents, refunds, disputes, methods, customers, newId } = memory
  const [verb = '', path = ''] = asked.split(' ')
  const [, id = ''] = /^(?:checkout\/sessions|payment_intents|customers|payment_methods)\/([^/]+)/.exec(path) ?? []
  const isOfPayment = (one: { payment_intent: string }) =>
    params.payment_intent === undefined || one.payment_intent === params.payment_intent
  const show = (intent: TestIntent) => ({
    ...intent,
    payment_method: intent.payment_method ? methods.get(intent.payment_method) : null,
  })
  const place = `${verb} ${path.replace(id || '\0', ':id')}`
  const customer = place === 'GET customers/:id/payment_methods' ? id : params.customer
  if (typeof customer === 'string' && memory.deleted.has(customer))
    return failure(400, 'invalid_request_error', `No such customer: '${customer}'`, {
      code: 'resource_missing',
      param: 'customer',
    })
  if (place === 'POST checkout/sessions' && memory.refusing.refuses_pages)
    return failure(400, 'invalid_request_error', 'Your account cannot currently make charges.')
  switch (place) {
    case 'POST customers': {
      const customer = { id: newId('cus'), object: 'customer' as const, metadata: texts(params.metadata) }
      customers.set(customer.id, customer)
      return ok(customer)
    }
    case 'DELETE customers/:id':
      if (memory.deleted.has(id) || !customers.has(id))
        return failure(404, 'invalid_request_error', `No such customer: '${id}'`, {
          code: 'resource_missing',
          param: 'id',
        })
      memory.deleted.add(id)
      for (const method of methods.values()) if (method.customer === id) method.customer = null
      return ok({ id, object: 'customer', deleted: true })
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
      return list([...refunds.values()].filter(isOfPayment))
    case 'GET disputes':
      return list([...disputes.values()].filter(isOfPayment))
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
    currency: String(params.currency ?? fields(fields(item).price_data).currency),
    livemode: false,
    metadata: texts(params.metadata),
    intent_metadata: texts(fields(params.payment_intent_data).metadata),
    payment_intent: null,
    url: `https://checkout.stripe.test/${id}`,
    created: memory.now(),
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
  if (method && memory.isSlow(method.card.last4)) {
    intent.status = 'processing'
    memory.say('payment_intent.processing', intent)
  } else memory.succeed(intent)
  return ok({ ...intent, payment_method: method })
}

const ok = (body: unknown) => ({ status: 200, body })
const list = (data: unknown[]) => ok({ object: 'list', data, has_more: false, url: '/v1/list' })
export function failure(status: number, type: string, message: string, more: object = {}) {
  return { status, body: { error: { type, message, ...more } } }
}

function fields(value: unknown): Params {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fields(value)).map(([name, text]) => [name, String(text)]))
}

/** `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export function readForm(text: string): Params {
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
