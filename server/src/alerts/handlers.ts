import type { alerting } from '@portico/contract/alerts.ts'
import type { Handlers } from '#http/mount.ts'
import { getAlertWebhook, replayAlert, rotateAlertSecret, saveAlertWebhook, sendTestAlert } from './webhook-settings.ts'

export const alertingHandlers: Handlers<typeof alerting> = {
  getAlertWebhook,
  saveAlertWebhook,
  rotateAlertSecret,
  sendTestAlert,
  replayAlert,
}
