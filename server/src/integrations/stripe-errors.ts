import Stripe from 'stripe'

/** The first request of an order has a plain key; one for a customer who was made anew, or of a later attempt, is another. */
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

/** A 500 is stored under its idempotency key for a day, and may have made what the request is for. */
export function isUncertain(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 500
}
