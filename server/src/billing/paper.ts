import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Language } from '@portico/contract/language.ts'

const find = createRequire(import.meta.url)
const FACES = {
  text: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  strong: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
}
type Face = keyof typeof FACES
/** Latin, Greek and Cyrillic; read once, with the first document. */
const fonts = new Map<Face, Buffer>()
/** What the library has parsed of each font. It parses anew for each document, which took most of its time. */
const tables = new Map<Face, unknown>()

export const INK = { text: '#1b2028', soft: '#5b6472', line: '#d9dee6', band: '#f4f6f9' }
const ACCENT = '#2450b8'
/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48, foot: 60 }
export const INNER = PAGE.width - 2 * PAGE.margin

/** Digits of one width, so that amounts are aligned. */
const TABULAR_DIGITS: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

export type Paper = PDFKit.PDFDocument

/** A file embedded in a PDF for programs, as Factur-X defines it. */
export interface EmbeddedFile {
  name: string
  content: string
  description: string
  /** RDF about the file, for the metadata of the PDF. */
  metadata: string
}

interface About {
  title: string
  author: string
  language: Language
  /** The only time in the file: the same document is the same to the byte, whenever it is drawn. */
  at: Date
  accent: string | null
  embedded?: EmbeddedFile | undefined
}

/** Draws on a new A4 document; resolves to the file. */
export async function draw(about: About, write: (paper: Paper) => void): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const paper = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    lang: about.language,
    displayTitle: true,
    // PDF/A-3 is the only archive format that allows embedded files.
    ...(about.embedded && { subset: 'PDF/A-3b' as const, pdfVersion: '1.7' as const }),
    info: {
      Title: about.title,
      Author: about.author.replaceAll(/[<>]/g, ''),
      CreationDate: about.at,
      ModDate: about.at,
    },
  })
  if (about.embedded) embed(paper, about.embedded, about.at)
  for (const [face, path] of Object.entries(FACES) as [Face, string][]) {
    const bytes = fonts.get(face) ?? readFileSync(find.resolve(path))
    fonts.set(face, bytes)
    paper.registerFont(face, bytes)
    shareTables(paper, face)
  }
  const parts: Buffer[] = []
  paper.on('data', (part: Buffer) => parts.push(part))
  const ended = once(paper, 'end')
  const bar = () => paper.rect(0, 0, PAGE.width, 6).fill(about.accent ?? ACCENT)
  paper.on('pageAdded', bar)
  bar()
  write(paper)
  paper.end()
  await ended
  return Buffer.concat(parts)
}

/** The library has no name for this; its glyphs stay those of the document, as they remember its characters. */
function shareTables(paper: Paper, face: Face): void {
  const { font } = Reflect.get(paper.font(face), '_font')
  font._tables = tables.get(face) ?? font._tables
  tables.set(face, font._tables)
}

/** Embeds the file as an alternative form of the document; names in the metadata are escaped here, because the library does not. */
function embed(paper: Paper, { name, content, description, metadata }: EmbeddedFile, at: Date): void {
  const dates = { creationDate: at, modifiedDate: at }
  const options = { name, description, type: 'text/xml', relationship: 'Alternative', ...dates }
  paper.file(Buffer.from(content), options)
  const append = paper.appendXML.bind(paper)
  paper.appendXML = (xml, newline) => append(xml.replaceAll(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g, '&amp;'), newline)
  paper.appendXML(metadata)
}

interface Writing {
  face?: Face
  size?: number
  colour?: string
  width?: number
  align?: 'left' | 'right'
}

/** Writes at a position and returns where the next line may begin. */
export function put(paper: Paper, text: string, x: number, y: number, how: Writing = {}): number {
  const { face = 'text', size = 9, colour = INK.text, width = INNER, align = 'left' } = how
  paper.font(face).fontSize(size).fillColor(colour)
  const options = {
    width,
    align,
    lineGap: 2,
    ...(/^[+\-\u2212]?\d/.test(text) && align === 'right' && { features: TABULAR_DIGITS }),
  }
  paper.text(printable(text), x, y, options)
  return y + paper.heightOfString(printable(text), options)
}

export function heightOf(paper: Paper, text: string, width: number, size = 9): number {
  return paper.font('text').fontSize(size).heightOfString(printable(text), { width, lineGap: 2 })
}

export function rule(paper: Paper, y: number, { x = PAGE.margin, width = INNER, colour = INK.line } = {}): void {
  paper
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.75)
    .stroke(colour)
}

/** The font has no glyph for the narrow blanks of number formats. */
function printable(text: string): string {
  return text.replaceAll(/[\u202f\u2009]/g, '\u00a0').replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
}

/** The brand at the top of the first page: its logo, or its name. */
export function putBrand(paper: Paper, title: string, logo: Buffer | null): void {
  if (logo) paper.image(logo, PAGE.margin, 34, { fit: [170, 40], valign: 'center' })
  else put(paper, title, PAGE.margin, 40, { face: 'strong', size: 18, width: INNER / 2 })
}

/** The footer of every page, drawn once all pages exist. */
export function putFeet(paper: Paper, left: string, page: (page: number, pages: number) => string): void {
  const { start, count } = paper.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    paper.switchToPage(at)
    const y = PAGE.height - PAGE.foot + 16
    rule(paper, y - 8)
    put(paper, left, PAGE.margin, y, { size: 7.5, colour: INK.soft, width: INNER - 110 })
    const x = PAGE.width - PAGE.margin - 100
    put(paper, page(at - start + 1, count), x, y, { size: 7.5, colour: INK.soft, width: 100, align: 'right' })
  }
}
