import type { Kind } from './kind.ts'

/** What was reported, to whom and where. */
export const ALERT_KINDS: readonly Kind[] = [
  {
    file: 'alert-channels',
    table: 'alert_channels',
    key: ['id'],
    leave_out: ['sealed'],
    whose: { account: 'owner_id' },
  },
  { file: 'my-inbox', table: 'inbox_items', key: ['id'], whose: { user: 'user_id' } },
  { file: 'alerts', table: 'alerts_sent', key: ['kind', 'key'], whose: { login: 'login_id' } },
  {
    file: 'alert-webhook',
    table: 'alert_webhooks',
    key: ['login_id'],
    leave_out: ['sealed', 'old_sealed', 'old_until'],
    whose: { login: 'login_id' },
  },
  {
    file: 'alert-webhook-messages',
    table: 'alert_deliveries',
    key: ['id'],
    leave_out: ['claimed_until', 'due_at'],
    whose: { login: 'login_id' },
  },
]
