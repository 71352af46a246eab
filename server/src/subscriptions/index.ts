/**
 * What accounts subscribe to, by the month. A payment that comes in opens the product to all logins of the account in the same
 * transaction; the gateway hears of it within a second (see `openCallers`). What the operator gave a login by hand is kept apart
 * and neither given nor taken here.
 */
export { subscriptionEnds } from './get-active.ts'
export { subscriptionListener } from './listener.ts'
export { productTitle, requiredProducts } from './product-title.ts'
export { readProducts } from './read-products.ts'
export { renewSubscriptions } from './renew.ts'
