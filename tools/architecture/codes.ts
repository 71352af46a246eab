import type { Node } from 'oxc-parser'
import * as CODE from '../../contract/src/code-names.ts'
import { at, type Source, walk } from './tree.ts'

const NAMES = new Map<number, string>(Object.entries(CODE).map(([name, code]) => [code, name]))
/** The table itself, and the test that pins its numbers. */
const TABLE = [
  'contract/src/code-names.ts',
  'contract/src/code-facts.ts',
  'contract/src/codes.ts',
  'contract/src/codes.test.ts',
  'tools/architecture/codes.self.test.ts',
]
const SQL_NUMBER = /(?<![\w.-])[245]0\d{3}(?![\w.-])/g

type Bare = { start: number; end: number; name: string; text: string }

/** Codes of the data API that are a number in code or in tagged SQL. Texts may quote a code: people read the number. */
export function checkCodes(sources: Source[]): string[] {
  return sources.flatMap((source) => bareCodes(source).map(({ start, name }) => `${at(source, start)} means ${name}`))
}

/** The same text with a name for each code; formatting and the import are left to the editor's own tools. */
export function nameCodes(source: Source): string {
  return bareCodes(source)
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: named }) => text.slice(0, start) + named + text.slice(end), source.text)
}

function bareCodes(source: Source): Bare[] {
  if (TABLE.includes(source.path)) return []
  const found: Bare[] = []
  const keys = new Set<Node>()
  const types = new Set<Node>()
  /** A round number with `_` is a size or a time, unless a code is compared with it. */
  const compared = new Set<Node>()
  const add = (start: number, raw: string, text: (name: string) => string) => {
    const name = NAMES.get(Number(raw.replace('_', '')))
    if (name) found.push({ start, end: start + raw.length, name: `CODE.${name}`, text: text(`CODE.${name}`) })
  }
  walk(source, {
    Property: ({ key, computed }) => {
      if (!computed) keys.add(key)
    },
    TSPropertySignature: ({ key, computed }) => {
      if (!computed) keys.add(key)
    },
    BinaryExpression: ({ left, right }) => {
      const of = source.text.slice(left.start, left.end)
      if (/code$/.test(of)) compared.add(right)
    },
    TSLiteralType: ({ literal }) => types.add(literal),
    Literal: (node) => {
      if (typeof node.value !== 'number') return
      const raw = source.text.slice(node.start, node.end)
      if (/_000$/.test(raw) && !compared.has(node)) return
      add(node.start, raw, (name) => (keys.has(node) ? `[${name}]` : types.has(node) ? `typeof ${name}` : name))
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (!source.text.slice(tag.start, tag.end).startsWith('sql')) return
      for (const { start, end } of quasi.quasis)
        for (const { 0: raw, index } of source.text.slice(start, end).matchAll(SQL_NUMBER))
          add(start + index, raw, (name) => `\${sql.lit(${name})}`)
    },
  })
  return found
}
