import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Ctx, Site, Sites } from '#ctx/ctx.ts'
import { homeOfAccount } from './home-store.ts'
import { type HostRow, listHosts } from './store.ts'

const FRESH_MS = 1_000

/**
 * The brand of a host: an exact look-up of configured hosts, and the provider's own for every other one. Cached for a
 * second, so that a change is seen at once on all instances and a page costs no query.
 */
export function openSites(ctx: Pick<Ctx, 'db' | 'env' | 'clock'>, brand: Brand): Sites {
  const { public_url, staff_url } = ctx.env
  // Without a host of their own staff share the provider's; they never sign in on a white-label's.
  const own: Site = { wl_id: 0, origin: public_url, brand, serves: { staff: !staff_url, customers: true } }
  const staff: Site | undefined = staff_url && {
    wl_id: 0,
    origin: staff_url,
    brand,
    serves: { staff: true, customers: false },
  }
  let known = new Map<string, Site>()
  let read_at_ms = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const refresh = async (db: Ctx['db']) => {
    const rows = await listHosts(db)
    known = new Map(rows.map((row) => [row.host, siteOf(row, own)]))
    read_at_ms = ctx.clock.now().getTime()
  }
  const keepFresh = async (within?: Ctx['db']) => {
    if (ctx.clock.now().getTime() - read_at_ms < FRESH_MS) return
    // The holder of a lock must not wait for a connection: transactions that wait for the lock may hold all of them.
    if (within) return refresh(within)
    reading ??= refresh(ctx.db).finally(() => {
      reading = undefined
    })
    await reading
  }
  const withId = async (wl_id: number, within?: Ctx['db']) => {
    await keepFresh(within)
    return [...known.values()].find((site) => site.wl_id === wl_id) ?? own
  }
  return {
    own,
    staff: staff ?? own,
    async of(host) {
      if (staff && hostName(host) === staff.origin.hostname) return staff
      await keepFresh()
      return known.get(hostName(host)) ?? own
    },
    lastOf(host) {
      if (staff && hostName(host) === staff.origin.hostname) return staff
      const is_read = Number.isFinite(read_at_ms) || known.size > 0
      return known.get(hostName(host)) ?? (is_read || hostName(host) === own.origin.hostname ? own : undefined)
    },
    withId,
    ofAccount: async (user_id) => withId(await homeOfAccount(ctx.db, user_id)),
    forget() {
      read_at_ms = Number.NEGATIVE_INFINITY
    },
  }
}

/** `Brand.Example:8080`, `brand.example.` and `brand.example` are one host. */
export function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
}

/** Only `product` of the provider's brand is in it, which is part of data API paths. */
function siteOf({ id, host, parent_id, brand }: HostRow, own: Site): Site {
  const origin = new URL(own.origin)
  origin.hostname = host
  const { product } = own.brand
  const serves = { staff: false, customers: true }
  return { wl_id: id, origin, brand: { ...brand, product, wl_id: id, parent_id }, serves }
}
