import type { ChannelApp } from '@portico/contract/alert-channels.ts'
import { type Keys, seal, unseal } from '#crypto/keys.ts'
import { webhookTarget } from '#integrations/webhook-call.ts'
import type { ChannelRow } from './channel-store.ts'

const PURPOSE = 'alert-channel-seal'
/** Hosts at which these services give out addresses. */
const HOSTS: Record<ChannelApp, RegExp> = {
  slack: /^hooks\.slack(-gov)?\.com$/,
  teams: /\.(logic\.azure\.com|webhook\.office\.com|api\.powerplatform\.com|powerautomate\.com)$/,
}

/** Where the operator allows private addresses, as in development, any host can replace the service. */
export function channelTarget(app: ChannelApp, url: string, allow_private: boolean): URL | undefined {
  const target = webhookTarget(url, allow_private)
  if (!target || allow_private) return target
  return target.protocol === 'https:' && HOSTS[app].test(target.hostname) ? target : undefined
}

/** Everyone who has the address can post: it is stored as a password is. */
export function sealAddress(keys: Keys, owner_id: number, url: string): Buffer {
  return seal(keys.key(PURPOSE), String(owner_id), url)
}

export function addressOf(keys: Keys, { owner_id, sealed }: ChannelRow): string {
  return unseal(keys.key(PURPOSE), String(owner_id), sealed)
}
