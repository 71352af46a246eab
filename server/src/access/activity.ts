import type { access } from '@portico/contract/access.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { activityOf } from '#audit/room.ts'
import type { UserCtx } from '../ctx.ts'
import { namesOf } from './person-store.ts'
import { activeLogin } from './room.ts'

const PAGE = 25
const ACTIONS = [
  'api_password_shown',
  'api_password_regenerated',
  'api_password_mailed',
  'ip_rules_changed',
  'login_switched',
  'machine_login_added',
  'login_off',
  'login_on',
  'invitation_sent',
  'invitation_revoked',
  'team_joined',
  'role_changed',
  'cap_changed',
  'member_removed',
  'limit_changed',
  'duplicates_changed',
  'webhook_delay_changed',
  'alerts_changed',
  'alert_webhook_changed',
  'alert_webhook_removed',
  'alert_secret_rotated',
  'alert_test_sent',
  'alert_replayed',
  'webhooks_resent',
  'login_bounds_changed',
  'credited',
  'money_moved',
]

/** Who did what with the account's access, when and from where. */
export async function getAccessActivity(ctx: UserCtx, { before }: Input<typeof access.getAccessActivity>) {
  const { owner_id } = await activeLogin(ctx)
  const rows = await activityOf(ctx, owner_id, ACTIONS, before, PAGE + 1)
  const names = await namesOf(
    ctx.db,
    rows.flatMap(({ actor }) => idIn(actor) ?? []),
  )
  return {
    rows: rows.slice(0, PAGE).map(({ id, at, action, actor, ip, detail }) => ({
      id,
      at: at.toISOString(),
      action,
      who:
        names.get(idIn(actor) ?? 0) ??
        (actor.startsWith('staff:') ? 'Support' : actor.startsWith('operator:') ? 'Operator' : actor),
      ip: actor.startsWith('user:') ? ip : '',
      moved: action === 'money_moved' ? movedIn(detail) : null,
    })),
    more: rows.length > PAGE,
  }
}

function movedIn({ from, to, amount_micros }: Record<string, unknown>) {
  return { from: String(from), to: String(to), amount_micros: Number(amount_micros) }
}

/** Staff are shown by their office, not by name. */
function idIn(actor: string): number | undefined {
  const [, id] = /^user:(\d+)$/.exec(actor) ?? []
  return id ? Number(id) : undefined
}
