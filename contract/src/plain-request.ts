import type { QueryField } from './plain-form.ts'

const SEPARATORS = { form: ',', spaceDelimited: '%20', pipeDelimited: '|', deepObject: ',' } as const

/** Writes a query in the style its document declares for each field; an undeclared field is repeated for each value. */
export function queryText(declared: readonly QueryField[], values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    const known = declared.find((field) => field.name === name)
    const { style, explode } = known ?? { style: 'form', explode: true }
    if (Array.isArray(value))
      return explode && style !== 'deepObject'
        ? value.map((one) => pair(name, one))
        : [`${encodeURIComponent(name)}=${value.map((one) => encodeURIComponent(textOf(one))).join(SEPARATORS[style])}`]
    if (typeof value !== 'object' || !known) return [pair(name, value)]
    const fields = Object.entries(value)
    if (style === 'deepObject') return fields.map(([inner, one]) => pair(`${name}[${inner}]`, one))
    return explode ? fields.map(([inner, one]) => pair(inner, one)) : [pair(name, fields.flat().map(textOf).join(','))]
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function pair(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
