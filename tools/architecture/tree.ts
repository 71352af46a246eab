import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'
import { root } from '../ready/folders.mjs'

/** A file of the house; `path` is relative to the repository, with forward slashes. */
export type Source = { path: string; text: string }

const folders = ['contract', 'server', 'web', 'tools', 'e2e', 'bench']
const skipped = new Set(['node_modules', 'dist', '.cache', '.data'])
const isCode = /\.(ts|tsx|mjs)$/

/** Every file and folder of our own below these folders. */
export function namesBelow(positions: string[]): string[] {
  return positions.flatMap((location) => list(join(root, location))).map((path) => relative(root, path))
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

export function readTree(): Source[] {
  tree ??= namesBelow(folders)
    .filter((path) => isCode.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  return tree
}

/** A test, or what only tests are built with. */
export function isTest({ path }: Source): boolean {
  return /\.test\.tsx?$/.test(path) || isTesting(path)
}

/** Helpers of tests have one place, so that nothing test-only stands among what is delivered. */
export function isTesting(path: string): boolean {
  return path.startsWith('server/src/testing/')
}

const results = new WeakMap<Source, ParseResult>()

export function parsed(source: Source): ParseResult {
  const result = results.get(source) ?? parseSync(source.path, source.text)
  results.set(source, result)
  return result
}

/** `path:line`, which terminals and editors make a link of. */
export function at({ path, text }: Source, offset: number): string {
  return `${path}:${text.slice(0, offset).split('\n').length}`
}
