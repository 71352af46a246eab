/** Objects in the shapes Stripe gives them, as far as its client and we read them. */
export interface TestIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  customer: string | null
  livemode: boolean
  status: string
  metadata: Record<string, string>
  payment_method: string | null
  last_payment_error: { code: string; decline_code?: string } | null
  next_action: { type: string; redirect_to_url: { url: string } } | null
  created: number
}
export interface TestSession {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  client_reference_id: string | null
  customer: string | null
  amount_total: number | null
  currency: string | null
  livemode: boolean
  metadata: Record<string, string>
  intent_metadata: Record<string, string>
  payment_intent: string | null
  url: string | null
  created: number
}
export interface TestRefund {
  id: string
  object: 'refund'
  amount: number
  status: string
  payment_intent: string
  metadata: Record<string, string>
  created: number
}
export interface TestDispute {
  id: string
  object: 'dispute'
  amount: number
  status: string
  payment_intent: string
  created: number
}
export interface TestCustomer {
  id: string
  object: 'customer'
  email: string
  metadata: Record<string, string>
}
export interface TestMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
}
export interface TestEvent {
  id: string
  object: 'event'
  type: string
  livemode: boolean
  data: { object: object }
}
