import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { email, text } from './form-fields.ts'
import { LANGUAGES } from './language.ts'
import { by, reason, typed } from './operator-fields.ts'
import { CATEGORIES, publicScript } from './script-settings.ts'

const language = z._default(z.enum(LANGUAGES), 'en')
const sample = {
  template: text(60),
  language: typed(language, 'of the text'),
  host: typed(z.optional(text(300)), 'a white-label; without it your own brand'),
}

/** Mails with sample data, and third-party scripts, part of `operator`. */
export const mailOperations = {
  listMails: get('/api/operator/mails', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({ language: typed(language, 'of the subjects') }),
    output: z.object({ mails: z.array(z.object({ template: z.string(), subject: z.string(), reason: z.string() })) }),
  }),
  previewMail: get('/api/operator/mail', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject(sample),
    output: z.object({ from: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
  }),
  /**
   * Of a mail that its reader's server accepted first: of this Message-ID, or else the newest one sent to the address. A
   * mail that is not known, was not sent or has come back already is left as it is.
   */
  reportBounce: post('/api/operator/mail-bounced', {
    caller: 'operator',
    staff: 'report_bounces',
    input: z
      .strictObject({
        message_id: typed(z.optional(text(300)), 'its Message-ID, with or without angle brackets', { value: 'id' }),
        to: typed(z.optional(email), 'whom it was sent to', { value: 'e-mail' }),
        reason: typed(reason, 'what the mail server answered', { value: 'text' }),
        by,
      })
      .check(
        z.refine(({ message_id, to }) => message_id !== undefined || to !== undefined, {
          error: 'or the e-mail address is needed',
          path: ['message_id'],
        }),
      ),
    output: z.object({ recorded: z.boolean() }),
  }),
  /** To the staff member who requests it. */
  sendTestMail: post('/api/operator/mail-test', {
    caller: 'operator',
    staff: 'publish',
    input: z.strictObject({ ...sample, by }),
    output: z.object({ to: z.string() }),
  }),
  listScripts: get('/api/operator/scripts', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      /** The file they are configured in. */
      file: z.string(),
      frame_origin: z.nullable(z.string()),
      sites: z.array(
        z.object({
          host: z.string(),
          title: z.string(),
          /** Purposes for which the consent dialog requests consent. */
          asks: z.array(z.enum(CATEGORIES)),
          revision: z.string(),
          scripts: z.array(
            z.extend(z.pick(publicScript, { name: true, kind: true, id: true, category: true }), {
              origins: z.array(z.string()),
            }),
          ),
        }),
      ),
    }),
  }),
}
