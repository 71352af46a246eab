import type { Node } from 'oxc-parser'
import { dotted } from './facts.ts'
import { at, isTest, type Source, walk } from './tree.ts'

const idPattern = /\b(?:RT|MN|HD|PU|VA|RO|CA|ER|CO)-\d+\b/g
const row = /^\| ([A-Z]{2}-\d+) \| .* \| ([^|]+) \| ([^|]+) \|$/gm
const titled = /^(test|it|describe)(\.\w+)*$/

/** The table of docs/requirements.md against the titles of tests: each number is in a test title that `npm test` runs, in every file its row names. */
export function checkRequirements(document: string, sources: Source[]): string[] {
  const rows = [...document.matchAll(row)].map(([, id = '', files = '', state = '']) => ({
    id,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    open: state === 'open',
  }))
  const named = sources
    .filter(isTest)
    .flatMap((source) => idsInTitles(source, idPattern).map((found) => ({ ...found, path: source.path })))
  return [
    ...named
      .filter(({ id }) => !rows.some((known) => known.id === id))
      .map(({ id, where }) => `${where} names ${id}, which docs/requirements.md does not list`),
    ...rows.filter(({ files, open }) => !open && files.length === 0).map(({ id }) => `${id} names no test`),
    ...rows
      .filter(({ id, open }) => open && named.some((found) => found.id === id))
      .map(({ id }) => `${id} is called open and has a test`),
    ...rows.flatMap(({ id, files }) =>
      files
        .filter((file) => !named.some((found) => found.id === id && found.path === file && !found.isLong))
        .map((file) => `${id} has no test in ${file}`),
    ),
  ]
}

/** A number in the title of a test; a long test is not in `npm test`. */
type Found = { id: string; where: string; isLong: boolean }

/** Numbers in test titles, each with its line. */
export function idsInTitles(source: Source, pattern: RegExp): Found[] {
  const found: Found[] = []
  walk(source, {
    CallExpression: ({ callee, arguments: [title, options], start }) => {
      if (!title || !titled.test(nameOf(callee))) return
      const isLong =
        options?.type === 'ObjectExpression' && /tags: 'long'/.test(source.text.slice(options.start, options.end))
      for (const [id] of textOf(title).matchAll(pattern)) found.push({ id, where: at(source, start), isLong })
    },
  })
  return found
}

/** `test.each(rows)` is a call that is called: its name is that of the inner one. */
function nameOf(callee: Node): string {
  if (callee.type === 'CallExpression') return dotted(callee.callee)
  return callee.type === 'TaggedTemplateExpression' ? dotted(callee.tag) : dotted(callee)
}

function textOf(title: Node): string {
  if (title.type === 'Literal') return String(title.value)
  return title.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.raw).join(' ') : ''
}
