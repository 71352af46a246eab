import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { startProblem } from '#db/start-problem.ts'

export type Key = string | number

/** A file of the operator, with the line on which each of its values stands. */
export interface Source {
  file: string
  /** Its name inside its folder: how other documents refer to it. */
  name: string
  value: unknown
  line(path: readonly Key[]): number
}

interface Reading {
  /** Stands for `{product}_` and `{product}-`, so that a renamed product renames what it sells. */
  product: string
  /** Every scalar stays the text that was typed: money must not pass through a float. */
  as_text?: boolean
}

export function readFolder(folder: string, reading: Reading): Source[] {
  const names = listNames(folder).filter((name) => /\.(ya?ml|json)$/.test(name))
  if (names.length === 0) throw startProblem(`${folder} holds no OpenAPI document (*.yaml or *.json).`)
  return names.toSorted().map((name) => readSource(folder, name, reading))
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    throw startProblem(`${folder} could not be read: it must hold the OpenAPI documents of what is sold.`)
  }
}

export function readSource(folder: string, name: string, reading: Reading): Source {
  const file = join(folder, name)
  return parseSource({ file, name, text: readText(file) }, reading)
}

/** The same for a text that stands elsewhere than in a file. */
export function parseSource(
  { file, name, text: written }: Record<'file' | 'name' | 'text', string>,
  { product, as_text }: Reading,
): Source {
  const text = written.replaceAll(/\{product\}(?=[_-])/g, product)
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, ...(as_text && { schema: 'failsafe' as const }) })
  const broken = document.errors[0]
  if (broken)
    throw startProblem(`${file}:${broken.linePos?.[0].line ?? 1}: ${broken.message.split(/ at line |\n/)[0]}.`)
  const line = (path: readonly Key[]) => counter.linePos(offsetOf(document.contents, path)).line
  return { file, name, line, value: toPlain(file, () => document.toJS()) }
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw startProblem(`${file} could not be read: ${error instanceof Error ? error.message : 'unreadable'}.`)
  }
}

/** Aliases that multiply without end are refused by the parser only here. */
function toPlain(file: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    throw startProblem(`${file}:1: ${error instanceof Error ? error.message : 'unreadable'}.`)
  }
}

/** Where the deepest part of the path that exists begins: the line of a key is the line of what is under it. */
function offsetOf(root: Node | null, path: readonly Key[]): number {
  let node: unknown = root
  let offset = 0
  for (const key of path) {
    if (isAlias(node)) return offset
    const pair = isMap(node)
      ? node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key))
      : null
    const next = pair ? pair.value : isSeq(node) ? node.items[Number(key)] : undefined
    const start = pair ? rangeStart(pair.key) : rangeStart(next)
    if (start === undefined) return offset
    offset = start
    node = next
  }
  return offset
}

function rangeStart(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined
}
