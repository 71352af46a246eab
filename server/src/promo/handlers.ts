import type { promo } from '@portico/contract/promo.ts'
import { activeLogin } from '#access/index.ts'
import type { Handlers } from '#http/mount.ts'
import { redeem } from './redeem.ts'
import { usesOf } from './store.ts'

export const promoHandlers: Handlers<typeof promo> = {
  async getUses(ctx) {
    const rows = await usesOf(ctx.db, (await activeLogin(ctx)).owner_id)
    return {
      uses: rows.map(({ used_at, credited_at, budget_micros, ...row }) => ({
        ...row,
        is_limited: budget_micros !== null,
        used_at: used_at.toISOString(),
        credited_at: credited_at?.toISOString() ?? null,
      })),
    }
  },
  redeem,
}
