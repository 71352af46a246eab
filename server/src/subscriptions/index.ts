/**
 * Monthly subscriptions of accounts. An incoming payment opens the product to all logins of the account in the same transaction;
 * the gateway learns of it within a second (see `openCallers`). Grants of the operator to a login are separate and neither given
 * nor taken here.
 */
export { subscriptionEnds } from './get-active.ts'
export { subscriptionListener } from './listener.ts'
export { productTitle, requiredProducts } from './product-title.ts'
export { readProducts } from './read-products.ts'
export { renewSubscriptions } from './renew.ts'
