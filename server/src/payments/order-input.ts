import { CENT_MICROS } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { PaymentSettings } from '#ctx/billing.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { isWithin, type Limit, windowEnd } from '#http/limits.ts'

/** A person who tests stolen cards makes many orders. */
const ORDERS: Limit = { name: 'payment-orders', max: 30, window_ms: 60 * MINUTE_MS }

/** Refuses an order above the limit, with the time until the next one is allowed. */
export async function countOrder(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, owner_id: number): Promise<void> {
  if (await isWithin(ctx, { limit: ORDERS, of: String(owner_id) })) return
  const left_ms = windowEnd(ctx, ORDERS).getTime() - ctx.clock.now().getTime()
  throw new Problem('too_many_orders', { values: { minutes: Math.ceil(left_ms / MINUTE_MS) } })
}

/** A customer may choose among what the provider has configured; everything else is refused with the allowed values. */
export function checkAmount(
  settings: PaymentSettings,
  { amount_micros, how }: { amount_micros: number; how: 'checkout' | 'method' | 'wire' },
): void {
  const { min_micros, max_micros, wire } = settings
  const is_large = wire !== null && amount_micros > wire.above_micros
  const fault =
    amount_micros % CENT_MICROS !== 0
      ? MESSAGES.wholeCents
      : amount_micros < min_micros || amount_micros > max_micros
        ? MESSAGES.range
        : is_large && how !== 'wire'
          ? MESSAGES.payByWire
          : !is_large && how === 'wire'
            ? MESSAGES.payByCard
            : undefined
  if (fault) throw new Problem('invalid_input', { fields: { amount_micros: fault } })
}

/** The maximum charge of a stored method: larger amounts are paid by wire. */
export function methodMax({ max_micros, wire }: PaymentSettings): number {
  return Math.min(max_micros, wire?.above_micros ?? max_micros)
}

/** A path of this site, or the list of payments: an external address is never used. */
export function safeReturn(origin: URL, path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, origin.href)) return undefined
  const url = new URL(path, origin)
  return url.origin === origin.origin ? `${url.pathname}${url.search}${url.hash}` : undefined
}
