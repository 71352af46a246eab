import { readFileSync } from 'node:fs'
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { errorCode } from '#db/error-code.ts'
import { startProblem } from '#db/start-problem.ts'

export type Key = string | number

/** The content of an operator's file, with the line of each of its values. */
export interface YamlFile {
  value: unknown
  line(path: readonly Key[]): number
}

interface Reading {
  /** Every scalar stays the text that was typed: money must not pass through a float. */
  as_text?: boolean
  /** For a text that does not begin at the start of its file. */
  first_line?: number
}

/** Reads a required file. An unreadable one stops the start with its path, its line and the reason. */
export function readYaml(file: string): unknown {
  return parseYaml(file, readText(file)).value
}

/** The same for an optional file: undefined without it. */
export function readYamlIfThere(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw unreadable(file, error)
  }
  return parseYaml(file, text).value
}

export function readText(file: string): string {
  return readBytes(file).toString('utf8')
}

export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** The same for a text from elsewhere: `file` is the name in its faults. */
export function parseYaml(file: string, text: string, reading: Reading = {}): YamlFile {
  const json = reading.as_text ? undefined : parsedJson(text)
  return json ? knownYaml(file, text, json.value, reading) : parsed(file, text, reading)
}

/** A text whose value is known. The lines of its values are computed only on demand: most files have no faults. */
export function knownYaml(file: string, text: string, value: unknown, reading: Reading = {}): YamlFile {
  let whole: YamlFile | undefined
  const line = (path: readonly Key[]) => {
    whole ??= parsed(file, text, reading)
    return whole.line(path)
  }
  return { value, line }
}

function parsed(file: string, text: string, { as_text, first_line = 1 }: Reading): YamlFile {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, ...(as_text && { schema: 'failsafe' as const }) })
  const lineAt = (offset: number) => counter.linePos(offset).line + first_line - 1
  const [broken] = document.errors
  if (broken) throw startProblem(`${file}:${lineAt(broken.pos[0])}: ${broken.message.split(/ at line |\n/)[0]}.`)
  const line = (path: readonly Key[]) => lineAt(offsetOf(document.contents, path))
  return { line, value: toPlain(`${file}:${first_line}`, () => document.toJS()) }
}

/**
 * JSON's own parser is thirty times as fast; a text it accepts and YAML refuses is left to YAML, which reports the
 * line.
 */
function parsedJson(text: string): { value: unknown } | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return hasTwins(text) ? undefined : { value }
  } catch {
    return undefined
  }
}

/** True where an object of a JSON text names a field twice: only the last of the two would be left. */
function hasTwins(text: string): boolean {
  const open: (Set<string> | null)[] = []
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token.endsWith(':')) {
      const names = open.at(-1)
      const name = token.slice(0, token.lastIndexOf('"') + 1)
      const plain = name.includes('\\') ? String(JSON.parse(name)) : name.slice(1, -1)
      if (names?.has(plain)) return true
      names?.add(plain)
    }
  }
  return false
}

/** The parser refuses endlessly multiplying aliases only here. */
function toPlain(where: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    throw startProblem(`${where}: ${error instanceof Error ? error.message : 'unreadable'}.`)
  }
}

function unreadable(file: string, error: unknown): Error {
  return startProblem(`${file} could not be read: ${error instanceof Error ? error.message : 'unreadable'}.`)
}

/** The offset of the deepest existing part of the path: the line of a key is the line of what is under it. */
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
