/** Told of what happens to orders; the rooms beside payments take them from the context. */
export type { OrderFacts, PaymentListener, Reversal } from '../ctx.ts'
