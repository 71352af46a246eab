import { type Node, Visitor } from 'oxc-parser'
import { dotted } from './facts.ts'
import { at, isTest, parsed, type Source } from './tree.ts'

const idPattern = /\b(?:RT|MN|HD|PU|VA|RO|CA|ER|CO)-\d+\b/g
const titled = /^(test|it|describe)(\.\w+)*$/

export type Report = { faults: string[]; untested: string[]; lines: string[] }

/** Requirement numbers in the titles of tests, held against the numbers there are and those still open. */
export function checkRequirements(ids: string[], open: string[], sources: Source[]): Report {
  const named = sources.filter(isTest).flatMap((source) => idsInTitles(source, idPattern))
  const tested = new Set(named.map(({ id }) => id))
  const untested = ids.filter((id) => !tested.has(id))
  const faults = [
    ...named.filter(({ id }) => !ids.includes(id)).map(({ id, where }) => `${where} names ${id}, which does not exist`),
    ...open.filter((id) => !ids.includes(id)).map((id) => `open.ts names ${id}, which does not exist`),
    ...open.filter((id) => tested.has(id)).map((id) => `open.ts names ${id}, which has a test`),
    ...untested.filter((id) => !open.includes(id)).map((id) => `no test names ${id}`),
  ]
  return { faults, untested, lines: summary(ids, untested) }
}

/** Numbers that stand in the titles of tests, each with its line. */
export function idsInTitles(source: Source, pattern: RegExp): { id: string; where: string }[] {
  const found: { id: string; where: string }[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title], start }) => {
      if (!title || !titled.test(nameOf(callee))) return
      for (const [id] of textOf(title).matchAll(pattern)) found.push({ id, where: at(source, start) })
    },
  }).visit(parsed(source).program)
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

function summary(ids: string[], untested: string[]): string[] {
  const areas = [...new Set(ids.map((id) => id.slice(0, 2)))]
  return areas.map((name) => {
    const own = ids.filter((id) => id.startsWith(name))
    const open = own.filter((id) => untested.includes(id))
    const rest = open.length ? `, without a test: ${open.map((id) => id.slice(3)).join(' ')}` : ''
    return `${name} ${own.length - open.length}/${own.length}${rest}`
  })
}
