import { at, type Source, walk } from '../architecture/tree.ts'

/** A condition of a query, and the text that replaces it for a query without it. */
export interface Condition {
  path: string
  start: number
  end: number
  put: string
  /** `path:line`, with the text of the condition. */
  what: string
}

const CALLS = new Set(['where', 'whereRef'])
/** Where a condition ends, unless a bracket or the text does. */
const ENDS = new Set(
  'and or where order group having limit offset returning union except intersect on for then when else end join left inner cross window loop do'.split(
    ' ',
  ),
)

/** Every condition that a query of this file could do without: calls of `where`, and what follows `where` and `and` in SQL. */
export function conditionsIn(source: Source): Condition[] {
  if (source.path.endsWith('.sql')) return sqlConditions(source, 0, source.text)
  const found: Condition[] = []
  walk(source, {
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (CALLS.has(callee.property.name)) found.push(named(source, { start: callee.object.end, end, put: '' }))
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      found.push(...sqlConditions(source, quasi.start + 1, source.text.slice(quasi.start + 1, quasi.end - 1)))
    },
  })
  // A query inside of another one was found with it.
  return [...new Map(found.map((one) => [one.start, one])).values()].toSorted((a, b) => a.start - b.start)
}

function named(source: Source, change: Pick<Condition, 'start' | 'end' | 'put'>): Condition {
  const text = source.text.slice(change.start, change.end).replaceAll(/\s+/g, ' ').trim()
  return { ...change, path: source.path, what: `${at(source, change.end)} ${text}` }
}

function sqlConditions(source: Source, offset: number, sql: string): Condition[] {
  const words = wordsOf(sql)
  return words.flatMap((word, index) => {
    if (word.text !== 'where' && word.text !== 'and') return []
    const start = word.at + word.text.length
    const next = words
      .slice(index + 1)
      .find((one) => one.depth < word.depth || (one.depth === word.depth && isEnd(one)))
    const condition = sql.slice(start, next?.at).trimEnd()
    if (condition.trim() === '' || condition.trim() === 'true') return []
    return [named(source, { start: offset + start, end: offset + start + condition.length, put: ' true' })]
  })
}

const isEnd = ({ text }: Word) => ENDS.has(text)

interface Word {
  text: string
  at: number
  depth: number
}

/** Words and closing brackets with their depth, which `case` raises, too; texts and comments hold none. */
function wordsOf(sql: string): Word[] {
  const words: Word[] = []
  const ranges = new Set<number>()
  const cases: number[] = []
  let depth = 0
  for (const { 0: text, index } of sql.matchAll(/'[^']*'|--[^\n]*|\$\{|[(){}[\];`]|\$\$|[a-z_]\w*/g)) {
    if (/^['-]/.test(text)) continue
    if (/[({[]$/.test(text)) depth += 1
    else if (/^[)}\]]$/.test(text)) {
      depth -= 1
      words.push({ text, at: index, depth })
    } else if (text === 'case') {
      depth += 1
      cases.push(depth)
    } else if (text === 'end' && cases.at(-1) === depth) {
      cases.pop()
      depth -= 1
      words.push({ text: ')', at: index, depth })
    } else if (text === 'between') ranges.add(depth)
    // The second half of `between … and …` is no condition.
    else if (text === 'and' && ranges.delete(depth)) continue
    // A condition of a query within a value ends with its text.
    else words.push({ text: /^([;`]|\$\$)$/.test(text) ? 'end' : text, at: index, depth })
  }
  return words
}
