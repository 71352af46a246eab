import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parsedJson } from '@portico/contract/plain-types.ts'
import { isStartProblem, startProblem } from '#db/start-problem.ts'
import { knownYaml, parseYaml, readText, type YamlFile } from '#files/yaml-file.ts'
import { type DocumentCache, NO_CACHE } from './document-cache.ts'
import { referredFiles } from './referred-files.ts'

/** A document of the operator. */
export interface Source extends YamlFile {
  file: string
  /** Its path in the folder, by which other documents refer to it. */
  name: string
  /** Only documents refer to it: it lies in a folder below, and is no document even where it could be one. */
  is_part: boolean
}

interface Reading {
  /** Replaces `{product}_` and `{product}-`, so that a renamed product renames its functions. */
  product: string
  as_text?: boolean
  cache?: DocumentCache
  /** Texts that replace files of the folder or add to it, by name; null: the file of the folder does not count. */
  uploaded?: Uploaded
}

export type Uploaded = ReadonlyMap<string, string | null>

/** Names of the files that count, those that were uploaded among them. */
export function countingNames(names: readonly string[], uploaded: Uploaded = new Map()): string[] {
  const files = names.filter((name) => /\.(ya?ml|json)$/.test(name))
  return [...new Set([...files, ...uploaded.keys()])].filter((name) => uploaded.get(name) !== null).toSorted()
}

/** The documents of a folder, and what they refer to in folders below it. Only the document that cannot be read is left out. */
export function readFolder(
  folder: string,
  reading: Reading,
  onBroken: (name: string, reason: string) => void = () => undefined,
): Source[] {
  const names = countingNames(listNames(folder), reading.uploaded)
  if (names.length === 0) throw startProblem(`${folder} holds no OpenAPI document (*.yaml or *.json).`)
  const parts = new Set(referredFiles(folder, names, reading.uploaded))
  return [...names, ...parts].flatMap((name) => {
    try {
      return [{ ...readSource(folder, name, reading), is_part: parts.has(name) }]
    } catch (error) {
      if (!isStartProblem(error)) throw error
      onBroken(name, error.message)
      return []
    }
  })
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
  return parseSource({ file, name, text: reading.uploaded?.get(name) ?? readText(file) }, reading)
}

/** The same for a text that is not from a file. */
export function parseSource(
  { file, name, text }: Record<'file' | 'name' | 'text', string>,
  { product, as_text = false, cache = NO_CACHE }: Reading,
): Source {
  const own = text.replaceAll(/\{product\}(?=[_-])/g, product)
  if (as_text) return { file, name, is_part: false, ...parseYaml(file, own, { as_text }) }
  // The parser's tree takes many times the memory of its value and is needed again only to report a line.
  return {
    file,
    name,
    is_part: false,
    ...knownYaml(
      file,
      own,
      cache.valueOf(own, () => jsonIn(name, own) ?? parseYaml(file, own).value),
    ),
  }
}

/** JSON.parse is ten times as fast as the YAML parser, which then only reports the faults. */
function jsonIn(name: string, text: string): unknown {
  return name.endsWith('.json') ? parsedJson(text) : undefined
}
