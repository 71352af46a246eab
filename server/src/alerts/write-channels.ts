import { randomUUID } from 'node:crypto'
import { languageOfField } from '@portico/contract/language.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { textsIn } from '#i18n/translate.ts'
import { type AlertFacts, alertText } from '#inbox/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { type ChannelText, channelMessage } from './channel-message.ts'
import { type ChannelRow, channelsOf } from './channel-store.ts'
import { insertDelivery } from './delivery-store.ts'

type Writing = Pick<Ctx, 'db' | 'clock' | 'sites'>
interface Login {
  id: number
  login: string
  owner_id: number
}

/** Queues one message to each channel of the account, in the language of its founder. */
export async function writeToChannels(ctx: Writing, alert: AlertFacts, login: Login): Promise<void> {
  const channels = await channelsOf(ctx.db, login.owner_id)
  if (channels.length === 0) return
  const { brand, title, text, action, link } = alertText(...(await readerOf(ctx, login.owner_id)), alert, login.login)
  // A channel may get messages of many senders.
  const message = { title: `${brand}: ${title}`, text, action: { label: action?.label ?? title, url: link } }
  for (const channel of channels) await enqueue(ctx, channel, login.id, alert.kind, message)
}

export async function writeTestTo(ctx: Writing, channel: ChannelRow, login: Login): Promise<void> {
  const [language, site] = await readerOf(ctx, login.owner_id)
  const t = textsIn(language)
  const text = t(
    'A test message for the channel “{name}”. Alerts about balance, limits, errors and budgets will arrive here.',
    { name: channel.name },
  )
  const url = new URL('/api-settings#alerts', site.origin).href
  await enqueue(ctx, channel, login.id, 'test', {
    title: site.brand.title,
    text,
    action: { label: t('Open Settings'), url },
  })
}

async function readerOf(ctx: Writing, owner_id: number) {
  const owner = await userById(ctx, owner_id)
  return [languageOfField(owner?.language ?? ''), await siteOfAccount(ctx, owner_id)] as const
}

function enqueue(
  ctx: Writing,
  { id, app }: ChannelRow,
  login_id: number,
  kind: AlertFacts['kind'] | 'test',
  message: ChannelText,
) {
  return insertDelivery(ctx.db, {
    event_id: randomUUID(),
    login_id,
    kind,
    channel_id: id,
    body: channelMessage(app, message),
    created_at: ctx.clock.now(),
  })
}
