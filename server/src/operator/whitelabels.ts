import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit, changesBetween } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { senderAddress } from '#mail/index.ts'
import { userByEmail } from '#users/index.ts'
import { dropHost, hosts, setHost } from '#whitelabel/index.ts'

type Mine = 'setWhitelabel' | 'listWhitelabels' | 'removeWhitelabel'

/** Brands of hosts, as the operator sets them at run time. */
export const whitelabelHandlers: Pick<Handlers<typeof operator>, Mine> = {
  setWhitelabel: async (ctx, { host, id, parent, brand, by }) => {
    const taken = ownHost(ctx, host)
    if (taken) throw new Problem('already_there', { fields: { host: taken } })
    const owner = parent ? await userByEmail(ctx, parent) : undefined
    if (parent && !owner) throw new Problem('unknown_user', { fields: { parent: 'has no account' } })
    const parent_id = parent === null ? 0 : owner?.id
    const before = (await hosts(ctx)).find((row) => row.host === host)?.brand
    const made = await setHost(ctx, { host, id, parent_id, brand })
    ctx.sites.forget()
    await audit(ctx, 'whitelabel_set', {
      actor: `operator:${by}`,
      detail: { host, id: made.id, ...changesBetween(inWords(before), inWords(made.brand)) },
    })
    return shown(ctx, made)
  },
  listWhitelabels: async (ctx) => ({ whitelabels: (await hosts(ctx)).map((row) => shown(ctx, row)) }),
  removeWhitelabel: async (ctx, { host, by }) => {
    const removed = await dropHost(ctx, host)
    ctx.sites.forget()
    if (removed) await audit(ctx, 'whitelabel_removed', { actor: `operator:${by}`, detail: { host } })
    return { removed }
  },
}

/**
 * The pages for staff would win; at the provider's own host its brand would be gone, and staff could not sign in there.
 */
function ownHost({ env }: Pick<RequestCtx, 'env'>, host: string): string | undefined {
  if (host === env.staff_url?.hostname) return 'is the host for staff (STAFF_URL)'
  if (host === env.public_url.hostname) return 'is your own host (PUBLIC_URL), whose brand is that of brand.yaml'
  return undefined
}

/** Each setting of a brand as one short text, for the log. */
function inWords(brand: object = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(brand).map(([name, value]) => [name, JSON.stringify(value).slice(0, 200)]))
}

function shown(ctx: Pick<RequestCtx, 'env'>, row: Awaited<ReturnType<typeof hosts>>[number]) {
  return { ...row, sender: senderAddress(ctx.env, { ...row.brand, wl_id: row.id }) }
}
