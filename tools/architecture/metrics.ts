import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moduleFloors, serverFloors } from './architecture.ts'
import { findCycles } from './cycles.ts'
import { folderCycles } from './folder-cycles.ts'
import { importsOf } from './imports.ts'
import { isTest, parsed, readFiles, type Source } from './tree.ts'
import { checkWords } from './words.ts'

/** `rows` are a value per name; `exports` are the numbers of names that an index.ts exports, largest first. */
export interface Metrics {
  rows: Record<string, number | string>
  exports: { path: string; names: number }[]
}

/** The first kind that matches a path counts. */
const KINDS: [name: string, paths: RegExp][] = [
  ['generated code', /^server\/src\/db\/tables\.ts$/],
  ['tests', /\.test\.tsx?$/],
  ['test support', /^server\/src\/testing\/|^e2e\//],
  ['tooling', /^(tools|bench|web\/build)\/|\.config\.ts$/],
  ['product TypeScript', /^(contract\/src|server\/src|web\/src|web\/worker)\/.*\.tsx?$/],
  ['CSS', /\.css$/],
  ['SQL', /\.sql$/],
  ['translations', /^(web|server\/src)\/i18n\/.*\.json$/],
  ['documents', /\.md$/],
]
const TEXT = /\.(tsx?|mjs|css|sql|json|md)$/
/** The public API of a module; earlier releases called it `room.ts`. */
const INDEX = /^server\/src\/[\w-]+\/(index|room)\.ts$/
const SMALL = 15
const LARGEST = 10
/** A run of this many equal lines is a duplicate; imports, comments and lines without a word do not count. */
const DUPLICATE_LINES = 6
const NAMES_RETIRED_WORDS = /^tools\/(architecture|house)\/words(\.self\.test)?\.ts$/

export function metricsOf(checkout: string): Metrics {
  const files = [...readFiles(TEXT, checkout).map(withCurrentNames), ...documents(checkout)]
  const code = files.filter(({ path }) => /\.(tsx?|mjs)$/.test(path))
  const product = code.filter(({ path }) => kindOf(path) === 'product TypeScript')
  const imports = product.flatMap(importsOf).flatMap(({ from, file }) => (file ? [[from.path, file]] : []))
  return {
    rows: {
      ...linesByKind(files),
      'server floors (all folders)': Math.max(0, ...serverFloors(code).values()),
      'server floors (business modules)': Math.max(0, ...moduleFloors(code).values()),
      'import cycles of files': findCycles(imports).length,
      'import cycles of folders': folderCycles(code).length,
      'retired words': checkWords(code.filter(({ path }) => !NAMES_RETIRED_WORDS.test(path))).length,
      [`product files under ${SMALL} lines with one importer`]: smallFiles(product, imports).length,
      [`duplicate product lines (runs of ${DUPLICATE_LINES})`]: duplicateLines(product),
    },
    exports: product
      .filter(({ path }) => INDEX.test(path))
      .map((source) => ({ path: source.path, names: exportedNames(source) }))
      .sort((a, b) => b.names - a.names)
      .slice(0, LARGEST),
  }
}

/** One column per checkout, then the largest public APIs of each. */
export function metricsTable(columns: { checkout: string; metrics: Metrics }[]): string {
  const names = [...new Set(columns.flatMap(({ metrics }) => Object.keys(metrics.rows)))]
  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    row(['metric', ...columns.map(({ checkout }) => checkout)]),
    row(['---', ...columns.map(() => '---:')]),
    ...names.map((name) => row([name, ...columns.map(({ metrics }) => metrics.rows[name] ?? '–')])),
    ...columns.flatMap(({ checkout, metrics }) => [
      '',
      row([`public API in ${checkout}`, 'exported names']),
      row(['---', '---:']),
      ...metrics.exports.map(({ path, names: exported }) => row([path, exported])),
    ]),
  ].join('\n')
}

/** Earlier releases had `outside/` instead of `integrations/`, which is no business module. */
function withCurrentNames({ path, text }: Source): Source {
  if (!path.startsWith('server/src/')) return { path, text }
  return {
    path: path.replace('/src/outside/', '/src/integrations/'),
    text: text.replaceAll("'#outside/", "'#integrations/"),
  }
}

/** Markdown files outside the folders that hold code. */
function documents(checkout: string): Source[] {
  const folders = readdirSync(checkout, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name]
    if (entry.name !== 'docs') return []
    return readdirSync(join(checkout, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path))
  })
  return folders
    .filter((path) => /\.md$|\.config\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }))
}

function kindOf(path: string): string | undefined {
  return KINDS.find(([, paths]) => paths.test(path))?.[0]
}

function linesByKind(files: Source[]): Record<string, string> {
  return Object.fromEntries(
    KINDS.map(([name]) => {
      const own = files.filter(({ path }) => kindOf(path) === name)
      const lines = own.reduce((sum, source) => sum + linesOf(source), 0)
      return [`lines of ${name} (files)`, `${lines} (${own.length})`]
    }),
  )
}

function linesOf({ text }: Source): number {
  return text.trimEnd().split('\n').length
}

export function exportedNames(source: Source): number {
  return parsed(source).module.staticExports.flatMap(({ entries }) => entries).length
}

export function smallFiles(product: Source[], imports: string[][]): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [from = '', to = ''] of imports) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  return product
    .filter((source) => !isTest(source) && linesOf(source) < SMALL && importers.get(source.path)?.size === 1)
    .map(({ path }) => path)
}

/** Lines that are part of a run of equal lines that occurs a second time, here or in another file. */
export function duplicateLines(sources: Source[]): number {
  const runs = new Map<string, { file: number; line: number }[]>()
  sources.forEach((source, file) => {
    const lines = significantLines(source)
    for (let line = 0; line + DUPLICATE_LINES <= lines.length; line++) {
      const run = createHash('sha1')
        .update(lines.slice(line, line + DUPLICATE_LINES).join('\n'))
        .digest('base64')
      runs.set(run, [...(runs.get(run) ?? []), { file, line }])
    }
  })
  const duplicates = new Set<string>()
  for (const found of runs.values()) {
    if (found.length < 2) continue
    for (const { file, line } of found)
      for (let offset = 0; offset < DUPLICATE_LINES; offset++) duplicates.add(`${file}:${line + offset}`)
  }
  return duplicates.size
}

function significantLines({ text }: Source): string[] {
  return text
    .replace(/^import [^;]*? from '[^']*'$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !/^(\/\/|\/?\*)/.test(line))
}
