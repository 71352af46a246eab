import { type alertChannels, CHANNEL_MESSAGES, CHANNELS_MAX } from '@portico/contract/alert-channels.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin, lockTeam } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { channelTarget, sealAddress } from './channel-address.ts'
import { type ChannelRow, channelsOf, deleteChannel, insertChannel } from './channel-store.ts'
import { newestDeliveries, retryMissed } from './delivery-store.ts'
import { shownDelivery } from './shown-delivery.ts'
import { writeTestTo } from './write-channels.ts'

type List = Output<typeof alertChannels.getChannels>

const SHOWN = 5
const WRONG = { slack: CHANNEL_MESSAGES.slackUrl, teams: CHANNEL_MESSAGES.teamsUrl } as const

export async function getChannels(ctx: UserCtx): Promise<List> {
  const { owner_id } = await activeLogin(ctx)
  const channels = []
  for (const { id, app, name, host, created_at } of await channelsOf(ctx.db, owner_id)) {
    const rows = await newestDeliveries(ctx.db, { channel_id: id }, SHOWN)
    channels.push({ id, app, name, host, since: created_at.toISOString(), deliveries: rows.map(shownDelivery) })
  }
  return { channels }
}

export async function addChannel(ctx: ChangeCtx, { app, name, url }: Input<typeof alertChannels.addChannel>) {
  const target = channelTarget(app, url, ctx.env.webhook_allow_private)
  if (!target) throw new Problem('invalid_input', { fields: { url: WRONG[app] } })
  const { owner_id } = await activeLogin(ctx)
  // Under a lock, or two at once would each be the last one allowed.
  await lockTeam(ctx, owner_id)
  if ((await channelsOf(ctx.db, owner_id)).length >= CHANNELS_MAX) throw new Problem('too_many')
  const sealed = sealAddress(ctx.keys, owner_id, target.href)
  const row = { owner_id, app, name, host: target.host, sealed, created_at: ctx.clock.now() }
  if (!(await insertChannel(ctx.db, row))) throw new Problem('already_there')
  ctx.audit('alert_channel_added', { user_id: owner_id, detail: { channel: name, host: target.host } })
  return getChannels(ctx)
}

export async function removeChannel(ctx: ChangeCtx, { id }: Input<typeof alertChannels.removeChannel>) {
  const { owner_id } = await activeLogin(ctx)
  const gone = await deleteChannel(ctx.db, owner_id, id)
  if (!gone) throw new Problem('not_stored')
  ctx.audit('alert_channel_removed', { user_id: owner_id, detail: { channel: gone.name, host: gone.host } })
  return getChannels(ctx)
}

export async function testChannel(ctx: ChangeCtx, { id }: Input<typeof alertChannels.testChannel>): Promise<List> {
  const login = await activeLogin(ctx)
  const channel = await ownChannel(ctx, login.owner_id, id)
  await writeTestTo(ctx, channel, login)
  ctx.audit('alert_channel_tested', { user_id: login.owner_id, detail: { channel: channel.name } })
  return getChannels(ctx)
}

async function ownChannel(ctx: UserCtx, owner_id: number, id: number): Promise<ChannelRow> {
  const found = (await channelsOf(ctx.db, owner_id)).find((one) => one.id === id)
  if (!found) throw new Problem('not_stored')
  return found
}

export async function retryDelivery(ctx: ChangeCtx, { id }: Input<typeof alertChannels.retryDelivery>): Promise<List> {
  const { owner_id } = await activeLogin(ctx)
  const own = await channelsOf(ctx.db, owner_id)
  const channel_ids = own.map((channel) => channel.id)
  const retried = await retryMissed(ctx.db, channel_ids, id, ctx.clock.now())
  if (!retried) throw new Problem('not_stored')
  const { name } = own.find((channel) => channel.id === retried.channel_id) ?? { name: null }
  ctx.audit('alert_replayed', { user_id: owner_id, detail: { channel: name, event_id: retried.event_id } })
  return getChannels(ctx)
}
