import { type AlertWebhook, alerting } from '@portico/contract/alerts.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'

const LOOK_MS = 2000

/** Looks again as long as something is on its way for the first time: a test is answered within seconds. */
export const alertWebhookQuery = queryOptions({
  ...query(['alert-webhook'], alerting.getAlertWebhook, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? LOOK_MS : false),
})

function isUnderWay(webhook: AlertWebhook | undefined): boolean {
  return webhook?.deliveries.some(({ state, failure }) => state === 'waiting' && failure === null) ?? false
}
