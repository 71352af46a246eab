import Stripe from 'stripe'

/** The first request of an order keeps the key it always had; one for a customer who was made anew is another. */
export function keySuffix(customer_changes: number): string {
  return customer_changes === 0 ? '' : `-${customer_changes}`
}

/** Deleted at Stripe, by the provider or at the customer's wish. */
export function isCustomerGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    (error.param === 'customer' || error.message.startsWith('No such customer'))
  )
}
