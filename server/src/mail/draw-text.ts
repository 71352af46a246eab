import type { Foot, MailContent, MailLink, Texts } from './mail-template.ts'

/** The same mail as plain text: every address is on a line of its own. */
export function drawText(mail: MailContent, texts: Texts, foot: Foot): string {
  const { name, lead, code, action, after } = mail
  const drawLink = ({ label, url }: MailLink) => `${label}${texts.colon}\n${url}`
  const parts = [
    texts.greeting(name ?? ''),
    ...lead,
    code,
    action && drawLink(action),
    ...after.map((part) => (typeof part === 'string' ? part : drawLink(part))),
    [
      '-- ',
      foot.reason,
      foot.support && `${texts.questions} ${foot.support.label}`,
      foot.preferences && drawLink(foot.preferences),
      ...foot.imprint,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}
