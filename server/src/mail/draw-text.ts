import type { Letter, LetterLink, Texts } from './letter.ts'

/** The same mail for those who read no HTML: every address stands on a line of its own. */
export function drawText(letter: Letter, texts: Texts, foot: { line: string; preferences_url: string }): string {
  const { name, lead, code, action, after } = letter
  const parts = [
    texts.greeting(name ?? ''),
    ...lead,
    code,
    action && drawLink(action),
    ...after.map((part) => (typeof part === 'string' ? part : drawLink(part))),
    ['-- ', foot.line, drawLink({ label: texts.preferences, url: foot.preferences_url })].join('\n'),
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function drawLink({ label, url }: LetterLink): string {
  return `${label}:\n${url}`
}
