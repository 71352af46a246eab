import { operator } from '@portico/contract/operator.ts'
import { command } from './command.ts'

const ONCE = 'It is shown only now; the receiver verifies messages with it (standardwebhooks.com).'

/** Webhooks about events of the business. */
export const webhookCommands = [
  command(operator.addWebhook, {
    name: 'webhook add',
    about: 'Sends events of the business to an endpoint of yours, and prints its signing secret once.',
    arguments: ['name', 'url'],
    text: ({ name, secret }) => `${secret}\n\nSigns the messages of ${name}. ${ONCE}`,
  }),
  command(operator.setWebhook, {
    name: 'webhook set',
    about: 'Changes the address or the events of a webhook, or pauses it.',
    arguments: ['name'],
    text: ({ name, changed }) => (changed ? `${name} is changed` : `${name} is as it was`),
  }),
  command(operator.listWebhooks, {
    name: 'webhook list',
    about: 'Lists the webhooks with what waits for them and what was given up within a day.',
    text: ({ webhooks }) => {
      const lines = webhooks.map(({ name, url, events, is_paused, waiting, failed, last_arrived_at }) =>
        [
          name,
          is_paused ? 'paused' : 'active',
          url,
          events.join(','),
          `${waiting} waiting`,
          `${failed} failed`,
          `last arrived ${last_arrived_at ?? 'never'}`,
        ].join('  '),
      )
      return lines.join('\n') || 'none'
    },
  }),
  command(operator.listDeliveries, {
    name: 'webhook deliveries',
    about: 'Lists the messages of a webhook, newest first, with what its endpoint answered; --json has their bodies.',
    arguments: ['name'],
    text: ({ deliveries }) => {
      const lines = deliveries.map(({ id, at, type, state, tries, http_status, failure, event_id, is_replay }) =>
        [
          id,
          at,
          type,
          `${state} (${failure ?? http_status ?? 'not tried'}, ${tries} ${tries === 1 ? 'try' : 'tries'})`,
          event_id,
          ...(is_replay ? ['again'] : []),
        ].join('  '),
      )
      return lines.join('\n') || 'none'
    },
  }),
  command(operator.testWebhook, {
    name: 'webhook test',
    about: 'Sends a test message to a webhook.',
    arguments: ['name'],
    text: ({ name, event_id }) => `${event_id} is on its way to ${name}`,
  }),
  command(operator.replayDelivery, {
    name: 'webhook replay',
    about: 'Sends a message once more, under the same id; `portico webhook deliveries` has the number.',
    arguments: ['id'],
    text: ({ id, event_id }) => `${event_id} is on its way again as delivery ${id}`,
  }),
  command(operator.rotateWebhookSecret, {
    name: 'webhook secret',
    about: 'Makes a new signing secret and prints it once; for a day messages are signed with the old one as well.',
    arguments: ['name'],
    text: ({ name, secret }) => `${secret}\n\nSigns the messages of ${name}. ${ONCE}`,
  }),
  command(operator.removeWebhook, {
    name: 'webhook remove',
    about: 'Ends a webhook at once, with its messages.',
    arguments: ['name'],
    text: ({ name }) => `${name} is removed`,
  }),
]
