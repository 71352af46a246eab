import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Site } from '#ctx/ctx.ts'
import type { Env } from '#env/env.ts'
import { addressOf } from '#env/values.ts'

/** Brand data of a mail when it was written; stored with it. One an older version wrote has less. */
export interface MailBrand {
  title: string
  accent: string | null
  origin?: string
  from?: Sender
  logo_url?: string | null
  /** Support contact: an address or a page of the brand. */
  support?: { label: string; url: string } | null
  reply_to?: string | null
  imprint?: string | null
}

interface Sender {
  name: string
  address: string
}

type Sending = Pick<Env, 'mail_from' | 'whitelabel_mail_from'>

export function mailBrandOf(env: Sending, { brand, origin }: Pick<Site, 'brand' | 'origin'>): MailBrand {
  const { title, accent, support_email, imprint } = brand
  return {
    title,
    accent,
    origin: origin.origin,
    from: senderOf(env, brand),
    logo_url: mailLogo(brand),
    support: supportOf(brand),
    reply_to: support_email,
    imprint,
  }
}

/** The name in MAIL_FROM is the provider's: a white-label has its title. */
export function senderOf(env: Sending, brand: Pick<Brand, 'title' | 'wl_id' | 'mail_from'>): Sender {
  const [, named] = /^(.+) <[^<>]+>$/.exec(env.mail_from) ?? []
  return { name: brand.wl_id === 0 && named ? named : brand.title, address: senderAddress(env, brand) }
}

/** Also the return path of mails that cannot be delivered: a receiver checks that both are of one domain. */
export function senderAddress(env: Sending, { wl_id, mail_from }: Pick<Brand, 'wl_id' | 'mail_from'>): string {
  return mail_from ?? (wl_id === 0 ? addressOf(env.mail_from) : env.whitelabel_mail_from)
}

/** Mail programs draw no SVG: a brand that has nothing else is shown by its name. */
function mailLogo({ mail_logo_url, logo_url }: Brand): string | null {
  if (mail_logo_url) return mail_logo_url
  return logo_url && !/\.svg$/i.test(new URL(logo_url).pathname) ? logo_url : null
}

function supportOf({ support_email, contact_url, help_link }: Brand): MailBrand['support'] {
  if (support_email) return { label: support_email, url: `mailto:${support_email}` }
  const url = contact_url ?? help_link
  return url ? { label: url, url } : null
}
