import type { alertChannels } from '@portico/contract/alert-channels.ts'
import type { alerting } from '@portico/contract/alerts.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { addChannel, getChannels, removeChannel, retryDelivery, testChannel } from './channels.ts'
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

export const alertChannelHandlers: Handlers<typeof alertChannels> = {
  getChannels,
  addChannel: change(addChannel),
  removeChannel: change(removeChannel),
  testChannel: change(testChannel, { before: spendSend }),
  retryDelivery: change(retryDelivery, { before: spendSend }),
}
