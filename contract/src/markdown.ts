/** Every platform this runs on has it; the contract is typed for none of them. */
declare const URL: { canParse(text: string): boolean }

/** A piece of a line; a link leads to a web address or to a mail address, nothing else. */
export type Inline =
  | { type: 'text' | 'code'; text: string }
  | { type: 'strong' | 'em'; parts: Inline[] }
  | { type: 'link'; href: string; parts: Inline[] }

export type Block =
  | { type: 'paragraph' | 'heading'; parts: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'list'; is_ordered: boolean; items: Inline[][] }

/** A document of others may hold a text of any length. */
const LONGEST = 20_000
const DEEPEST = 4

/**
 * Reads a description written in Markdown or HTML. The result holds only what is listed above, so whatever a foreign
 * document writes is drawn as text.
 */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', parts: readInline(paragraph.join('\n')) })
    paragraph = []
  }
  let code: string[] | undefined
  for (const line of withoutHtml(text.slice(0, LONGEST)).split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      endParagraph()
      if (code) blocks.push({ type: 'code', text: code.join('\n') })
      code = code ? undefined : []
    } else if (code) code.push(line)
    else readLine(blocks, paragraph, line, endParagraph)
  }
  endParagraph()
  if (code && code.length > 0) blocks.push({ type: 'code', text: code.join('\n') })
  return blocks
}

/** The same as one line of plain text, for names and for the search. */
export function plainText(text: string): string {
  const words = readMarkdown(text).map((block) => {
    if (block.type === 'code') return block.text
    return block.type === 'list' ? block.items.map(textOf).join(' ') : textOf(block.parts)
  })
  return words.join(' ').replaceAll(/\s+/g, ' ').trim()
}

export function textOf(parts: readonly Inline[]): string {
  return parts.map((part) => ('parts' in part ? textOf(part.parts) : part.text)).join('')
}

function readLine(blocks: Block[], paragraph: string[], written: string, endParagraph: () => void): void {
  const line = written.replace(/^\s*>\s?/, '')
  const [, heading] = /^ {0,3}#{1,6}[ \t](.*)$/.exec(line) ?? []
  const [, mark, item] = /^\s*([-*+]|\d{1,4}[.)])\s+(\S[^\n]*)$/.exec(line) ?? []
  if (heading !== undefined) {
    endParagraph()
    blocks.push({ type: 'heading', parts: readInline(heading.trim()) })
  } else if (/^\s*([-*_=]\s?){3,}$/.test(line) || line.trim() === '') endParagraph()
  else if (mark !== undefined && item !== undefined) {
    endParagraph()
    addItem(blocks, mark.length > 1, readInline(item))
  } else if (/^\s*\|/.test(line)) {
    endParagraph()
    addTableRow(blocks, line.trim())
  } else paragraph.push(line.trim())
}

function addItem(blocks: Block[], is_ordered: boolean, parts: Inline[]): void {
  const last = blocks.at(-1)
  if (last?.type === 'list' && last.is_ordered === is_ordered) last.items.push(parts)
  else blocks.push({ type: 'list', is_ordered, items: [parts] })
}

/** A table keeps its columns as it was written. */
function addTableRow(blocks: Block[], row: string): void {
  const last = blocks.at(-1)
  if (last?.type === 'code' && last.text.startsWith('|')) last.text += `\n${row}`
  else blocks.push({ type: 'code', text: row })
}

/** Each alternative ends at the sign it began with, so that no text takes long. */
const INLINE =
  /\\([!-/:-@[-`{-~])|`([^`]+)`|\*\*\*([^*]+)\*\*\*|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|(?<![\p{L}\p{N}_])_([^_\s][^_]*)_(?![\p{L}\p{N}_])|!\[([^[\]]*)\]\([^()\s]*\)|\[([^[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)|(https?:\/\/[^\s<>()[\]"'`*]+[^\s<>()[\]"'`*.,:;!?])/gu

export function readInline(text: string, depth = DEEPEST): Inline[] {
  const parts: Inline[] = []
  const add = (plain: string) => {
    const last = parts.at(-1)
    if (last?.type === 'text') last.text += plain
    else if (plain !== '') parts.push({ type: 'text', text: plain })
  }
  let from = 0
  for (const found of text.matchAll(INLINE)) {
    add(text.slice(from, found.index))
    from = found.index + found[0].length
    const [whole, escaped, code, both, star, under, star_em, under_em, alt, label, href, url] = found
    const strong = both ?? star ?? under
    const em = star_em ?? under_em
    const inner = (own: string): Inline[] => (depth > 0 ? readInline(own, depth - 1) : [{ type: 'text', text: own }])
    if (escaped !== undefined) add(escaped)
    else if (code !== undefined) parts.push({ type: 'code', text: code })
    else if (strong !== undefined) parts.push({ type: 'strong', parts: inner(strong) })
    else if (em !== undefined) parts.push({ type: 'em', parts: inner(em) })
    else if (alt !== undefined) add(alt)
    else if (url !== undefined) parts.push({ type: 'link', href: url, parts: [{ type: 'text', text: url }] })
    else if (label !== undefined && isWebAddress(href)) parts.push({ type: 'link', href, parts: inner(label) })
    // A relative address leads to pages of the document's author, which are not here.
    else if (label !== undefined) for (const one of inner(label)) one.type === 'text' ? add(one.text) : parts.push(one)
    else add(whole)
  }
  add(text.slice(from))
  return parts
}

function isWebAddress(href: string | undefined): href is string {
  return href !== undefined && /^(https?:\/\/|mailto:)/i.test(href) && URL.canParse(href)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }
/** Elements of HTML; any other word in angle brackets is a placeholder of the author, such as `<id>`. */
const ELEMENT =
  /<\/?(?:a|abbr|article|aside|audio|b|base|big|blockquote|body|br|button|canvas|center|cite|code|dd|del|details|div|dl|dt|em|embed|figure|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|math|meta|nav|object|ol|option|p|picture|pre|q|s|samp|section|select|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video)(?:\s[^<>]*)?\/?>/gi

/** Replaces HTML by the Markdown that means the same; code is left as it is. */
function withoutHtml(text: string): string {
  const pieces = text.replaceAll(/\r\n?/g, '\n').split(/(```[^`]*```|`[^`\n]+`)/)
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : fromHtml(piece))).join('')
}

function fromHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  return html
    .replaceAll(/<!--[^<]*-->/g, '')
    .replaceAll(/<((?:https?:\/\/|mailto:)[^<>\s]+)>/gi, '$1')
    .replaceAll(/<(script|style)\b[^<>]*>[^<]*(?:<\/\1\s*>)?/gi, '')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<li\b[^<>]*>\s*/gi, '\n- ')
    .replaceAll(/<h[1-6]\b[^<>]*>\s*/gi, '\n\n## ')
    .replaceAll(/<\/?(?:p|div|ul|ol|dl|table|h[1-6]|blockquote|section)\b[^<>]*>/gi, '\n\n')
    .replaceAll(/<\/?tr\b[^<>]*>/gi, '\n')
    .replaceAll(/<pre\b[^<>]*>([^<]*)<\/pre>/gi, '\n```\n$1\n```\n')
    .replaceAll(/<(?:code|tt|kbd|samp)\b[^<>]*>([^<`]*)<\/(?:code|tt|kbd|samp)>/gi, '`$1`')
    .replaceAll(/<(?:b|strong)>([^<*]*)<\/(?:b|strong)>/gi, (_, words: string) => marked('**', words))
    .replaceAll(/<(?:i|em)>([^<*]*)<\/(?:i|em)>/gi, (_, words: string) => marked('*', words))
    .replaceAll(/<a\b[^<>]*?\bhref=["']([^"'<>\s]*)["'][^<>]*>([^<]*)<\/a>/gi, '[$2]($1)')
    .replaceAll(ELEMENT, '')
    .replaceAll(/&(lt|gt|amp|quot|apos|nbsp|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

function marked(sign: string, words: string): string {
  return words.trim() === '' ? words : `${sign}${words.trim()}${sign}`
}
