import type { Language } from '@portico/contract/language.ts'
import type { Ctx, Site } from '#ctx/ctx.ts'
import type { OutgoingMail } from '#integrations/outgoing-mail.ts'
import { mailBrandOf } from './brand.ts'
import { compose } from './compose.ts'
import type { Mail } from './mail.ts'
import { renderMail } from './render-mail.ts'
import { sampleOf } from './samples.ts'
import { isTemplate, SENDING, TEMPLATES, type Template } from './templates.ts'

interface Sample {
  template: string
  language: Language
  site: Site
}

/** A mail of this kind to this address, with sample data; undefined for a kind that does not exist. */
export function sampleMail({ template, language, site }: Sample, to: string): Mail | undefined {
  if (!isTemplate(template)) return undefined
  // The table's mapped type has paired the sample with its template.
  return { to, site, template, language, data: sampleOf(template, site.origin.origin) } as Mail
}

/** The same as it would be sent. */
export function drawSample(
  ctx: Pick<Ctx, 'env' | 'keys' | 'clock'>,
  sample: Sample,
  to: string,
): OutgoingMail | undefined {
  const mail = sampleMail(sample, to)
  if (!mail) return undefined
  const { template, language, data, site } = mail
  const row = {
    message_id: '<preview>',
    to_address: to,
    brand: mailBrandOf(ctx.env, site),
    created_at: ctx.clock.now(),
  }
  return compose<Template>(ctx, row, { template, language, data })
}

/** Every kind of mail with its subject. */
export function sampleSubjects(
  language: Language,
  site: Site,
): { template: Template; subject: string; reason: string }[] {
  const brand = { title: site.brand.title, origin: site.origin.origin, support: undefined }
  return Object.keys(TEMPLATES)
    .filter(isTemplate)
    .map((template) => {
      const { subject } = renderMail<Template>(language, brand, template, sampleOf(template, brand.origin))
      return { template, subject, reason: SENDING[template].reason }
    })
}
