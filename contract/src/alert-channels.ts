import * as z from 'zod/mini'
import { alertsCaller, delivery, WEBHOOK_URL_MAX } from './alerts.ts'
import { get, post } from './endpoint.ts'
import { entryId, id, text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'

/** Messages of fields that only channels have: other pages load none of them. */
export const CHANNEL_MESSAGES = {
  slackUrl: 'This must be an incoming webhook of Slack: https://hooks.slack.com/…',
  teamsUrl: 'This must be a webhook address from a Teams workflow',
} as const

export const CHANNEL_APPS = ['slack', 'teams'] as const
export type ChannelApp = (typeof CHANNEL_APPS)[number]
export const CHANNELS_MAX = 20
export const CHANNEL_NAME_MAX = 60

const channel = z.object({
  id: z.number(),
  app: z.enum(CHANNEL_APPS),
  name: z.string(),
  /** The rest of its address is a secret. */
  host: z.string(),
  since: z.string(),
  /** Newest first. */
  deliveries: z.array(delivery),
})
export type AlertChannel = z.infer<typeof channel>
const list = z.object({ channels: z.array(channel) })

export const channelInput = z.strictObject({
  app: z.enum(CHANNEL_APPS),
  name: text(2 * CHANNEL_NAME_MAX).check(
    z.trim(),
    z.minLength(1, MESSAGES.required),
    z.maxLength(CHANNEL_NAME_MAX, MESSAGES.tooLong),
  ),
  url: text(2 * WEBHOOK_URL_MAX).check(
    z.trim(),
    z.minLength(1, MESSAGES.required),
    z.maxLength(WEBHOOK_URL_MAX, MESSAGES.tooLong),
  ),
})

/** Channels in Slack and Teams that get the alerts of all logins of the account. */
export const alertChannels = {
  getChannels: get('/api/alerts/channels', { caller: alertsCaller, input: z.strictObject({}), output: list }),
  addChannel: post('/api/alerts/channels', {
    caller: alertsCaller,
    proof: 'recent',
    input: channelInput,
    output: list,
  }),
  removeChannel: post('/api/alerts/channels/remove', {
    caller: alertsCaller,
    proof: 'recent',
    input: z.strictObject({ id }),
    output: list,
  }),
  testChannel: post('/api/alerts/channels/test', {
    caller: alertsCaller,
    proof: { none: 'it goes where the saved channel leads' },
    input: z.strictObject({ id }),
    output: list,
  }),
  retryDelivery: post('/api/alerts/channels/retry', {
    caller: alertsCaller,
    proof: { none: 'it goes where the saved channel leads' },
    input: z.strictObject({ id: entryId }),
    output: list,
  }),
}
