import type { alerting } from '@portico/contract/alerts.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import {
  getAlertWebhook,
  replayAlert,
  rotateAlertSecret,
  saveAlertWebhook,
  sendTestAlert,
  spendSend,
} from './webhook-settings.ts'

export const alertingHandlers: Handlers<typeof alerting> = {
  getAlertWebhook,
  saveAlertWebhook: change(saveAlertWebhook),
  rotateAlertSecret: change(rotateAlertSecret),
  sendTestAlert: change(sendTestAlert, { before: spendSend }),
  replayAlert: change(replayAlert, { before: spendSend }),
}
