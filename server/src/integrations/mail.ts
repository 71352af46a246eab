import type { Env } from '#env/env.ts'
import { openFileMailer } from './file-mailer.ts'
import type { Mailer } from './outgoing-mail.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

/** The operator's mail server, or files in DATA_DIR/outbox while there is none. */
export function openMailer(env: Pick<Env, 'smtp_url' | 'data_dir'>): Mailer & { close(): void } {
  return env.smtp_url ? openSmtpMailer(env.smtp_url) : openFileMailer(env.data_dir)
}
