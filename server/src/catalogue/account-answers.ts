import type { AccountName } from './account-names.ts'
import type { IdleAction } from './apply-overlays.ts'
import type { Faults } from './faults.ts'
import { isTemplate } from './name-path.ts'
import { child, children, type YamlNode } from './yaml-node.ts'

const KEY = 'x-portico-answers'
/** `reads`: GET and HEAD are charged, what writes is never sold. */
const ANSWERS = ['live', 'reference', 'reads', 'never'] as const
type Answer = (typeof ANSWERS)[number]

/** The operator's answers for one document: by the name of a question, or by the beginning of a path. */
export interface Answers {
  nodes: readonly [string, YamlNode][]
  /** Those that an operation needed. */
  used: Set<YamlNode>
}

export function answersOf(root: YamlNode): Answers {
  return { nodes: children(child(root, KEY)).map(([key, node]) => [key.toLowerCase(), node]), used: new Set() }
}

/** `open`: questions without an answer. */
export type Verdict = { kind: 'live' | 'reference' | 'never' } | { kind: undefined; open: string[] }

interface Judged {
  http_method: string
  segments: readonly string[]
  names: readonly AccountName[]
}

/**
 * An operation is sold only when each of its names has an answer and none is never, so that selling `users` does not sell
 * `/users/{id}/keys`. An answer for a path covers its own segments and the labels, not words further down.
 */
export function verdictOf({ nodes, used }: Answers, { http_method, segments, names }: Judged, faults: Faults): Verdict {
  const covering = nodes
    .map(([key, node]) => ({ node, parts: key.startsWith('/') ? partsOf(key) : [] }))
    .filter(({ parts }) => parts.length > 0 && covers(parts, segments))
    .toSorted((a, b) => b.parts.length - a.parts.length)[0]
  const found = names.map(({ name, at }) => {
    const is_covered = covering && (at === undefined || at < covering.parts.length)
    const node = is_covered ? covering.node : nodes.find(([key]) => key === name)?.[1]
    if (node) used.add(node)
    return { name, answer: node && answerAt(node, faults) }
  })
  const is_read = http_method === 'GET' || http_method === 'HEAD'
  if (found.some(({ answer }) => answer === 'never' || (answer === 'reads' && !is_read))) return { kind: 'never' }
  const open = found.flatMap(({ name, answer }) => (answer ? [] : [name]))
  if (open.length > 0) return { kind: undefined, open }
  return { kind: found.every(({ answer }) => answer === 'reference') ? 'reference' : 'live' }
}

/** Answers that no operation of any document needed, usually misspelt; one overlay may answer for several documents. */
export function idleAnswers(documents: readonly Answers[]): IdleAction[] {
  const used = new Set(
    documents.flatMap(({ nodes, used }) => nodes.flatMap(([key, node]) => (used.has(node) ? [key] : []))),
  )
  const idle = documents.flatMap(({ nodes }) => nodes.filter(([key]) => !used.has(key)))
  return [...new Map(idle).values()].map(({ source, path }) => ({
    where: source.file,
    target: `${KEY}: ${String(path.at(-1))}`,
  }))
}

function answerAt(node: YamlNode, faults: Faults): Answer | undefined {
  const answer = ANSWERS.find((one) => one === node.value)
  if (!answer) faults.add(node.source, node.path, `${KEY}: ${node.path.at(-1)} must be one of ${ANSWERS.join(', ')}`)
  return answer
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

function covers(parts: readonly string[], segments: readonly string[]): boolean {
  const own = segments.filter((segment) => segment !== '')
  return parts.every((part, at) => (isTemplate(part) ? isTemplate(own[at]) : part === own[at]?.toLowerCase()))
}
