import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isStartProblem, startProblem } from '#db/start-problem.ts'
import { knownYaml, parseYaml, readText, type YamlFile } from '#files/yaml-file.ts'
import { type DocumentCache, NO_CACHE } from './document-cache.ts'

/** A document of the operator. */
export interface Source extends YamlFile {
  file: string
  /** Its name inside its folder: how other documents refer to it. */
  name: string
}

interface Reading {
  /** Stands for `{product}_` and `{product}-`, so that a renamed product renames what it sells. */
  product: string
  as_text?: boolean
  cache?: DocumentCache
}

/** A document that cannot be read is left out by itself. */
export function readFolder(
  folder: string,
  reading: Reading,
  onBroken: (name: string, reason: string) => void = () => undefined,
): Source[] {
  const names = listNames(folder).filter((name) => /\.(ya?ml|json)$/.test(name))
  if (names.length === 0) throw startProblem(`${folder} holds no OpenAPI document (*.yaml or *.json).`)
  return names.toSorted().flatMap((name) => {
    try {
      return [readSource(folder, name, reading)]
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
  return parseSource({ file, name, text: readText(file) }, reading)
}

/** The same for a text that stands elsewhere than in a file. */
export function parseSource(
  { file, name, text }: Record<'file' | 'name' | 'text', string>,
  { product, as_text = false, cache = NO_CACHE }: Reading,
): Source {
  const own = text.replaceAll(/\{product\}(?=[_-])/g, product)
  if (as_text) return { file, name, ...parseYaml(file, own, { as_text }) }
  // The tree a parser leaves takes many times the room of what it says, and is needed again only to name a line.
  return {
    file,
    name,
    ...knownYaml(
      file,
      own,
      cache.valueOf(own, () => jsonIn(name, own) ?? parseYaml(file, own).value),
    ),
  }
}

/** JSON is read ten times as fast by itself as by a reader of YAML, which is left to say what is wrong with it. */
function jsonIn(name: string, text: string): unknown {
  if (!name.endsWith('.json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
