import type { Translate } from '#i18n/translate.ts'
import type { Foot, MailContent, MailLink } from './mail-template.ts'

/** The same mail as plain text: every address is on a line of its own. */
export function drawText(mail: MailContent, t: Translate, foot: Foot): string {
  const { name, lead, code, action, after } = mail
  const drawLink = ({ label, url }: MailLink) => `${t('{label}:', { label })}\n${url}`
  const parts = [
    name ? t('Hello {name},', { name }) : t('Hello,'),
    ...lead,
    code,
    action && drawLink(action),
    ...after.map((part) => (typeof part === 'string' ? part : drawLink(part))),
    [
      '-- ',
      foot.reason,
      foot.support && `${t('Questions?')} ${foot.support.label}`,
      foot.preferences && drawLink(foot.preferences),
      ...foot.imprint,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}
