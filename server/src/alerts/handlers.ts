import { alertChannels } from '@portico/contract/alert-channels.ts'
import { alerting } from '@portico/contract/alerts.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { change } from '#http/change.ts'
import { type Handlers, mount } from '#http/mount.ts'
import { addChannel, getChannels, removeChannel, retryDelivery, testChannel } from './channels.ts'
import {
  getAlertWebhook,
  replayAlert,
  rotateAlertSecret,
  saveAlertWebhook,
  sendTestAlert,
  spendSend,
} from './webhook-settings.ts'

const alertingHandlers: Handlers<typeof alerting> = {
  getAlertWebhook,
  saveAlertWebhook: change(saveAlertWebhook),
  rotateAlertSecret: change(rotateAlertSecret),
  sendTestAlert: change(sendTestAlert, { before: spendSend }),
  replayAlert: change(replayAlert, { before: spendSend }),
}

const alertChannelHandlers: Handlers<typeof alertChannels> = {
  getChannels,
  addChannel: change(addChannel),
  removeChannel: change(removeChannel),
  testChannel: change(testChannel, { before: spendSend }),
  retryDelivery: change(retryDelivery, { before: spendSend }),
}

export function alertRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, alerting, alertingHandlers)
  mount(app, ctx, checks, alertChannels, alertChannelHandlers)
}
