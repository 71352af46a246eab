import type { Log } from '#db/log.ts'
import { startProblem } from '#db/start-problem.ts'
import type { GatheredFaults } from './faults.ts'
import type { YamlNode } from './yaml-node.ts'

/** A part of a document that is not sold, because it is faulty or needs a decision of the operator. */
export interface LeftOut {
  /** `GET /v1/things`, a path, or the name of a document. */
  id: string
  /** File and line. */
  where: string
  why: 'fault' | 'question' | 'price' | 'address'
  reason: string
  /** Lines that would put it on sale or remove it, and the file they belong in. */
  mend: string
  /** A price for it is no fault. */
  function_id?: string
  /** The JSONPath by which an overlay decides about it. */
  target?: string
  /** Of a question: what each of its answers is about. */
  names?: readonly string[]
}

const SHOWN = 5

type Unsold = Omit<LeftOut, 'where' | 'reason'> & {
  node: Pick<YamlNode, 'source' | 'path'>
  reason: string | (() => string)
}

/** The line is computed on access, because that parses the whole document again. */
export function leftOut({ node, reason, ...rest }: Unsold): LeftOut {
  return {
    ...rest,
    get where() {
      return whereOf(node)
    },
    get reason() {
      return typeof reason === 'string' ? reason : reason()
    },
  }
}

export function whereOf({ source, path }: Pick<YamlNode, 'source' | 'path'>): string {
  return `${source.file}:${source.line(path)}`
}

export type OverlayLines = Required<Pick<LeftOut, 'mend' | 'target'>>

/** An overlay that decides for one operation or one path. */
export function overlayLines(path: readonly string[], change: string): OverlayLines {
  const keys = path.map((key) => (/^[a-z]+$/.test(key) ? `.${key}` : `['${key.replaceAll("'", "\\'")}']`))
  const target = `$${keys.join('')}`
  return { target, mend: `overlays/own.yaml: actions: [{ target: ${JSON.stringify(target)}, ${change} }]` }
}

export function removal(path: readonly string[]): OverlayLines {
  return overlayLines(path, 'remove: true')
}

type Faulty = {
  id: string
  node: YamlNode
  faults: GatheredFaults
  lines: OverlayLines
  function_id?: string
}

export function leaveFaulty(left_out: LeftOut[], { id, node, faults, lines, function_id }: Faulty): void {
  const reason = () => faults.texts().slice(0, 3).join(' ')
  left_out.push(leftOut({ id, node, why: 'fault', reason, ...lines, ...(function_id && { function_id }) }))
}

/** Logs at the start how many operations are left out. */
export function reportLeftOut(left_out: readonly LeftOut[], log: Pick<Log, 'warn'>): void {
  if (left_out.length === 0) return
  log.warn(
    { left_out: left_out.length, first: left_out.slice(0, SHOWN).map(({ id, why }) => `${id}: ${why}`) },
    'operations left out of the catalogue: portico catalogue check lists each with the lines that would change it',
  )
}

/** The start stops when nothing is for sale, unless a decision of the operator could put something on sale. */
export function stopWithoutSale(left_out: readonly LeftOut[]): void {
  if (left_out.length === 0 || left_out.some(({ why }) => why === 'question')) return
  const rest = left_out.length > SHOWN ? ` And ${left_out.length - SHOWN} more.` : ''
  throw startProblem(left_out.slice(0, SHOWN).map(leftOutText).join(' ') + rest)
}

export function leftOutText({ id, where, reason, mend }: LeftOut): string {
  return `${where}: ${id}: ${reason}${mend && ` To change it: ${mend}`}`
}
