import Stripe from 'stripe'

/** The first request of an order has a plain key; a request for a customer created again, or of a later attempt, has another. */
export function keySuffix({ customer_changes, attempt }: { customer_changes: number; attempt: number }): string {
  return `${customer_changes === 0 ? '' : `-${customer_changes}`}${attempt === 0 ? '' : `-attempt-${attempt}`}`
}

/** Deleted at Stripe, by the provider or for the customer. */
export function isCustomerGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    (error.param === 'customer' || error.message.startsWith('No such customer'))
  )
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Stripe stores a 500 under its idempotency key for a day, and may have created the object nevertheless. */
export function isUncertain(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 500
}
