/** Money that leaves a login otherwise than by calls: once for each id, and never more than calls leave free. */
export { recallLeases } from '../leases/recall.ts'
export { bookPurchase } from './purchase.ts'
export { bookTransfer, lockMovable, movableOf } from './transfer.ts'
