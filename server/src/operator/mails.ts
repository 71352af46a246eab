import { join } from 'node:path'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx, Site } from '#ctx/ctx.ts'
import { change } from '#http/change.ts'
import { type Limit, spend } from '#http/limits.ts'
import type { Handlers } from '#http/mount.ts'
import { drawSample, enqueueMail, recordBounce, sampleMail, sampleSubjects } from '#mail/index.ts'
import { scriptsAt } from '#scripts/index.ts'
import { hosts } from '#whitelabel/index.ts'

type Mine = 'listMails' | 'previewMail' | 'sendTestMail' | 'reportBounce' | 'listScripts'

const TESTS: Limit = { name: 'test-mails', max: 30, window_ms: 60 * 60 * 1000 }
const READER = 'ann.lee@example.com'

/** Mails as customers get them, with sample data, and the scripts of each site. */
export const mailHandlers: Pick<Handlers<typeof operator>, Mine> = {
  listMails: async (ctx, { language }) => ({ mails: sampleSubjects(language, ctx.sites.own) }),
  previewMail: async (ctx, { template, language, host }) => {
    const mail = drawSample(ctx, { template, language, site: await siteAt(ctx, host) }, ctx.staff?.email ?? READER)
    if (!mail) throw unknownTemplate()
    const { from, subject, text, html } = mail
    return { from: `${from.name} <${from.address}>`, subject, text, html }
  },
  sendTestMail: async (ctx, { template, language, host }) => {
    const { staff } = ctx
    if (!staff) throw new Problem('staff_only')
    const mail = sampleMail({ template, language, site: await siteAt(ctx, host) }, staff.email)
    if (!mail) throw unknownTemplate()
    await spend(ctx, [{ limit: TESTS, of: String(staff.id) }])
    await enqueueMail(ctx, mail, { is_test: true })
    await audit(ctx, 'test_mail_sent', { detail: { template, language, ...(host && { host }) } })
    return { to: staff.email }
  },
  reportBounce: change(async (ctx, input) => {
    const mail = await recordBounce(ctx, input)
    // About no account: its owner did nothing, and the reply may name another address.
    if (mail) ctx.audit('mail_bounced', { detail: { mail: mail.id, template: mail.template, reason: input.reason } })
    return { recorded: mail !== undefined }
  }),
  listScripts: async (ctx) => {
    const { own } = ctx.sites
    const sites = [
      { host: own.origin.host, title: own.brand.title, wl_id: 0 },
      ...(await hosts(ctx)).map(({ host, brand, id }) => ({ host, title: brand.title, wl_id: id })),
    ]
    return {
      file: join(ctx.env.provider_dir, 'scripts.yaml'),
      frame_origin: ctx.scripts.frame_origin?.origin ?? null,
      sites: sites.map(({ host, title, wl_id }) => {
        const { asks, parties, revision } = scriptsAt(ctx.scripts, { wl_id })
        const scripts = parties.map(({ name, kind, id, category, script, origins }) => {
          return { name, kind, id, category, origins: [...new Set([script.origin, ...origins])] }
        })
        return { host, title, asks, revision, scripts }
      }),
    }
  },
}

async function siteAt(ctx: RequestCtx, host: string | undefined): Promise<Site> {
  if (!host) return ctx.sites.own
  const row = (await hosts(ctx)).find((one) => one.host === host)
  if (!row) throw new Problem('invalid_input', { fields: { host: 'has no brand of its own' } })
  return ctx.sites.withId(row.id)
}

function unknownTemplate(): Problem {
  return new Problem('invalid_input', { fields: { template: 'is not known' } })
}
