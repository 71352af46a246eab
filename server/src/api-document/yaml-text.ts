import { isObject } from '@portico/contract/plain-types.ts'

/** Words and signs that need no quotes: nothing that YAML reads as a number, truth value, date or syntax. */
const BARE = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z_/][\w/.-]*(?: [\w/.()-]+)*$/i

/**
 * A JSON value as YAML. The general writer takes seconds for a large document, in which no other request would be answered; this one
 * knows blocks, and quotes as JSON does, which YAML reads too.
 */
export function yamlText(value: unknown): string {
  const lines: string[] = []
  write(value, '', '', lines)
  return `${lines.join('\n')}\n`
}

function write(value: unknown, indent: string, lead: string, lines: string[]): void {
  const parts: [string, unknown][] = Array.isArray(value)
    ? value.map((one) => ['-', one])
    : isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[`${scalar(key)}:`, one]]))
      : []
  if (parts.length === 0) {
    lines.push(`${lead} ${Array.isArray(value) ? '[]' : isObject(value) ? '{}' : scalar(value)}`)
    return
  }
  const is_in_list = lead.endsWith('-')
  if (lead !== '' && !is_in_list) lines.push(lead)
  for (const [at, [mark, one]] of parts.entries())
    write(one, `${indent}  `, `${at === 0 && is_in_list ? `${lead} ` : indent}${mark}`, lines)
}

function scalar(value: unknown): string {
  return typeof value === 'string' && BARE.test(value) ? value : JSON.stringify(value ?? null)
}
