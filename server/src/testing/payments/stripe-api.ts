import type { Params } from './stripe-check.ts'
import type { StripeMemory } from './stripe-objects.ts'
import { failure, fields, list, missing, ok, type Reply, texts } from './stripe-replies.ts'
import type { TestIntent } from './stripe-shapes.ts'

const PATHS = /^(checkout\/sessions|payment_intents|customers|payment_methods|refunds|disputes)\/([^/]+)/

/** Stripe's answer to a request, as far as we send it. The operation is written with `:id`, as in `GET customers/:id`. */
export function route(memory: StripeMemory, operation: string, id: string, params: Params): Reply {
  const { sessions, intents, refunds, disputes, methods, customers, newId } = memory
  const isOfPayment = (one: { payment_intent: string }) =>
    params.payment_intent === undefined || one.payment_intent === params.payment_intent
  const isOfCustomer = ({ customer }: { customer: string | null }) =>
    params.customer === undefined || customer === params.customer
  const expands = (name: string) => Object.values(fields(params.expand)).includes(name)
  /** An object is nested in another only where it is expanded; otherwise its id is. */
  const show = (intent: TestIntent, prefix = '') => ({
    ...intent,
    payment_method:
      intent.payment_method && expands(`${prefix}payment_method`)
        ? methods.get(intent.payment_method)
        : intent.payment_method,
  })
  const customer = operation === 'GET customers/:id/payment_methods' ? id : params.customer
  if (typeof customer === 'string' && memory.deleted.has(customer)) return missing('customer', customer, 'customer')
  if (operation === 'POST checkout/sessions' && memory.refusing.refuses_pages)
    return failure(400, 'invalid_request_error', 'Your account cannot currently make charges.')
  switch (operation) {
    case 'POST customers': {
      const made = { id: newId('cus'), object: 'customer' as const, email: String(params.email) }
      customers.set(made.id, { ...made, metadata: texts(params.metadata) })
      return ok(customers.get(made.id))
    }
    case 'GET customers':
      return list(
        [...customers.values()].filter(({ id, email }) => email === params.email && !memory.deleted.has(id)),
        params,
      )
    case 'DELETE customers/:id':
      if (memory.deleted.has(id) || !customers.has(id)) return missing('customer', id, 'id')
      memory.deleted.add(id)
      for (const method of methods.values()) if (method.customer === id) method.customer = null
      return ok({ id, object: 'customer', deleted: true })
    case 'GET customers/:id/payment_methods':
      return list(
        [...methods.values()].filter(({ customer }) => customer === id),
        params,
      )
    case 'POST payment_methods/:id/detach': {
      const method = methods.get(id)
      if (!method?.customer) return failure(400, 'invalid_request_error', 'not attached')
      method.customer = null
      return ok(method)
    }
    case 'POST checkout/sessions':
      return ok(addSession(memory, params))
    case 'GET checkout/sessions':
      return list([...sessions.values()].filter(isOfCustomer), params)
    case 'GET checkout/sessions/:id': {
      const session = sessions.get(id)
      if (!session) return missing('checkout.session', id, 'session')
      const intent = session.payment_intent ? intents.get(session.payment_intent) : undefined
      const isWhole = intent && expands('payment_intent')
      return ok({ ...session, payment_intent: isWhole ? show(intent, 'payment_intent.') : session.payment_intent })
    }
    case 'POST checkout/sessions/:id/expire':
      if (sessions.get(id)?.status !== 'open') return failure(400, 'invalid_request_error', 'not open')
      memory.expire(id)
      return ok(sessions.get(id))
    case 'POST payment_intents': {
      const made = addIntent(memory, params)
      if ('body' in made) return made
      return params.confirm === 'true' ? confirm(memory, made, params, show) : ok(show(made))
    }
    case 'POST payment_intents/:id/confirm': {
      const intent = intents.get(id)
      if (!intent) return missing('payment_intent', id, 'intent')
      if (intent.status !== 'requires_confirmation')
        return failure(400, 'invalid_request_error', `This PaymentIntent's status is ${intent.status}.`, {
          code: 'payment_intent_unexpected_state',
          payment_intent: show(intent),
        })
      return confirm(memory, intent, params, show)
    }
    case 'GET payment_intents':
      return list([...intents.values()].filter(isOfCustomer), params)
    case 'GET payment_intents/:id': {
      const intent = intents.get(id)
      return intent ? ok(show(intent)) : missing('payment_intent', id, 'intent')
    }
    case 'POST payment_intents/:id/cancel': {
      const intent = intents.get(id)
      if (!intent || intent.status === 'succeeded') return failure(400, 'invalid_request_error', 'cannot be canceled')
      intent.status = 'canceled'
      memory.emit('payment_intent.canceled', intent)
      return ok(show(intent))
    }
    case 'POST refunds': {
      const payment = String(params.payment_intent)
      if (!intents.has(payment)) return missing('payment_intent', payment, 'payment_intent')
      const amount = Number(params.amount)
      if (amount > memory.left(payment))
        return failure(400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount on charge')
      return ok(memory.refund(payment, amount, texts(params.metadata)))
    }
    case 'GET refunds':
      return list([...refunds.values()].filter(isOfPayment), params)
    case 'GET disputes':
      return list([...disputes.values()].filter(isOfPayment), params)
    default:
      return failure(404, 'invalid_request_error', `Unrecognized request URL (${operation})`)
  }
}

/** `GET customers/:id` and the id, from a path after the version. */
export function operationOf(verb: string, path: string): { operation: string; id: string } {
  const [, , id = ''] = PATHS.exec(path) ?? []
  return { operation: `${verb} ${id ? path.replace(id, ':id') : path}`, id }
}

function addSession(memory: StripeMemory, params: Params) {
  const id = memory.newId('cs_test')
  const [item] = Object.values(fields(params.line_items))
  const price = fields(fields(item).price_data)
  const session = {
    id,
    object: 'checkout.session' as const,
    mode: String(params.mode),
    status: 'open' as const,
    payment_status: 'unpaid' as const,
    client_reference_id: params.client_reference_id === undefined ? null : String(params.client_reference_id),
    customer: String(params.customer),
    amount_total: params.mode === 'setup' ? null : Number(price.unit_amount),
    currency: String(params.currency ?? price.currency),
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

function addIntent(memory: StripeMemory, params: Params): TestIntent | Reply {
  const method = memory.methods.get(String(params.payment_method))
  if (!method || method.customer !== params.customer)
    return missing('PaymentMethod', String(params.payment_method), 'payment_method')
  return memory.addIntent({
    amount: Number(params.amount),
    currency: String(params.currency),
    customer: String(params.customer),
    metadata: texts(params.metadata),
    payment_method: method.id,
    status: 'requires_confirmation',
  })
}

function confirm(memory: StripeMemory, intent: TestIntent, params: Params, show: (one: TestIntent) => unknown): Reply {
  const method = memory.methods.get(intent.payment_method ?? '')
  if (!method || method.customer !== intent.customer)
    return missing('PaymentMethod', intent.payment_method ?? '', 'payment_method')
  const { last4 } = method.card
  const decline = memory.declines(last4)
  if (decline?.code === 'authentication_required' && params.off_session !== 'true') {
    const redirect_to_url = { url: `https://hooks.stripe.test/${intent.id}` }
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url } })
    memory.emit('payment_intent.requires_action', intent)
    return ok(show(intent))
  }
  if (decline) {
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: decline })
    memory.emit('payment_intent.payment_failed', intent)
    return failure(402, 'card_error', 'declined', { ...decline, payment_intent: intent })
  }
  if (memory.isSlow(last4)) {
    intent.status = 'processing'
    memory.emit('payment_intent.processing', intent)
  } else memory.succeed(intent)
  return ok(show(intent))
}
