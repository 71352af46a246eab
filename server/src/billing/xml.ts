const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

type Attributes = Record<string, string>

/** An element with text, or nothing where the text is empty: standards forbid empty elements. */
export function leaf(name: string, text: string, attributes: Attributes = {}): string {
  return text === '' ? '' : element(name, escaped(text), attributes)
}

/** An element with children, or nothing where it has none. */
export function node(name: string, parts: string[], attributes: Attributes = {}): string {
  const inside = parts.join('')
  return inside === '' ? '' : element(name, inside, attributes)
}

function element(name: string, inside: string, attributes: Attributes): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${given.join('')}>${inside}</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '').replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
