import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startProblem } from '#db/start-problem.ts'
import { parseYaml, readText, type YamlFile } from '../yaml-file.ts'

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
  { file, name, text }: Record<'file' | 'name' | 'text', string>,
  { product, as_text = false }: Reading,
): Source {
  const own = text.replaceAll(/\{product\}(?=[_-])/g, product)
  return { file, name, ...parseYaml(file, own, { as_text }) }
}
