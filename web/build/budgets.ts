import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CONSOLE_ENTRY, nameOf } from './console-texts.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>

interface Budget {
  page: string
  /** The entries that the document of this page lists; their lazy chunks are not counted. */
  sources: string[]
  /** Texts that come before anything is shown. */
  texts?: string[]
  most_kb: number
  most_scripts: number
}

/** Files of a page with all that it loads without a press: each is a request. */
interface FilesBudget {
  page: string
  sources: string[]
  most_files: number
}

/** Script and style of the first page view, as a browser without brotli receives them. */
const BUDGETS: Budget[] = [
  { page: 'sign-in', sources: ['src/main.tsx', 'src/screens/auth/screen.tsx'], most_kb: 116.2, most_scripts: 3 },
  {
    page: 'dashboard',
    sources: ['src/main.tsx', 'src/shell/shell.tsx', 'src/screens/dashboard/screen.tsx'],
    most_kb: 134.4,
    most_scripts: 3,
  },
]

const FILES: FilesBudget[] = [
  {
    page: 'dashboard',
    sources: [
      'src/main.tsx',
      'src/shell/shell.tsx',
      'src/screens/dashboard/screen.tsx',
      'src/screens/dashboard/later.ts',
      'src/lib/live-stream.ts',
      'src/step-up/proof-dialog.tsx',
      'src/pwa/register.ts',
      'src/app/rescue.ts',
    ],
    most_files: 12,
  },
]

/** The entries that every signed-in user has already loaded when they open another screen. */
const SIGNED_IN = ['src/main.tsx', 'src/shell/shell.tsx']
const SCREEN = /^src\/screens\/(.+)\/screen\.tsx$/
/** Script of a screen's own. The development page shows every part there is. */
const SCREEN_KB = { usual: 40, playground: 41, development: 136 }

/**
 * Lists the pages over their budget with the weight of each file. It counts bytes, never time, so the same sources give
 * the same result on every machine.
 */
export function overBudget(budgets: Budget[], manifest: Manifest, bytesOf: (file: string) => number): string[] {
  return budgets.flatMap(({ page, sources, texts = [], most_kb, most_scripts }) => {
    const weighed = [...filesOf(manifest, sources), ...texts]
      .map((file) => ({ file, bytes: bytesOf(file) }))
      .toSorted((a, b) => b.bytes - a.bytes)
    const total = weighed.reduce((sum, { bytes }) => sum + bytes, 0)
    const scripts = weighed.filter(({ file }) => file.endsWith('.js')).length
    const list = weighed.map(({ file, bytes }) => `\n  ${kb(bytes).padStart(9)}  ${file}`).join('')
    return [
      ...(total > most_kb * 1024 ? [`The ${page} page weighs ${kb(total)}, at most ${most_kb} KB:${list}`] : []),
      ...(scripts > most_scripts
        ? [`The ${page} page asks for ${scripts} scripts, at most ${most_scripts}:${list}`]
        : []),
    ]
  })
}

/** Lists the pages that load more files than they may, until nothing more comes without a press. */
export function tooManyFiles(budgets: FilesBudget[], manifest: Manifest): string[] {
  return budgets.flatMap(({ page, sources, most_files }) => {
    const files = filesOf(manifest, sources)
    const list = files.map((file) => `\n  ${file}`).join('')
    return files.length > most_files
      ? [`The ${page} page loads ${files.length} files, at most ${most_files}:${list}`]
      : []
  })
}

/** Lists the screens whose own script exceeds the limit; the shell and their lazy parts are not counted. */
export function heavyScreens(manifest: Manifest, bytesOf: (file: string) => number): string[] {
  const deps = new Set(filesOf(manifest, SIGNED_IN))
  return Object.keys(manifest).flatMap((key) => {
    const name = SCREEN.exec(key)?.[1]
    if (name === undefined) return []
    const most_kb = Object.entries(SCREEN_KB).find(([screen]) => screen === name)?.[1] ?? SCREEN_KB.usual
    const own = filesOf(manifest, [key]).filter((file) => file.endsWith('.js') && !deps.has(file))
    const total = own.reduce((sum, file) => sum + bytesOf(file), 0)
    const list = own.map((file) => `\n  ${kb(bytesOf(file)).padStart(9)}  ${file}`).join('')
    return total > most_kb * 1024
      ? [`The screen ${name} brings ${kb(total)} of script, at most ${most_kb} KB:${list}`]
      : []
  })
}

/** Fails the build, so that a heavy page never reaches its users. */
export function keepBudgets(client: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
  const bytesOf = (file: string) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length
  const over = [
    ...overBudget(BUDGETS, manifest, bytesOf),
    ...tooManyFiles(FILES, manifest),
    ...heavyScreens(manifest, bytesOf),
  ]
  if (over.length > 0) throw new Error(over.join('\n'))
}

/** The console's first view, and any other with the frame around it, by whose address it may be opened. */
const CONSOLE = { first: { most_kb: 160, most_scripts: 4 }, other: { most_kb: 165, most_scripts: 12 } }
const PART = /^src\/operator\/.+\.tsx$/

/** Lists the views of the console that are over its budget, each with its texts in the heaviest language. */
export function heavyViews(
  manifest: Manifest,
  languages: string[],
  bytesOf: (file: string) => number,
  budgets = CONSOLE,
): string[] {
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && PART.test(key))
  return [undefined, ...parts].flatMap((part) => {
    const names = ['first', ...(part === undefined ? [] : [nameOf(part)])]
    const weighed = languages.map((language) => {
      const files = names.map((name) => `assets/i18n/operator/${name}.${language}.json`)
      return { files, bytes: files.reduce((sum, file) => sum + bytesOf(file), 0) }
    })
    const [heaviest] = weighed.toSorted((a, b) => b.bytes - a.bytes)
    const sources = [CONSOLE_ENTRY, ...(part === undefined ? [] : [part])]
    const budget = {
      page: `console ${names.at(-1)}`,
      sources,
      texts: heaviest?.files ?? [],
      ...(part === undefined ? budgets.first : budgets.other),
    }
    return overBudget([budget], manifest, bytesOf)
  })
}

export function keepConsoleBudget(client: string, languages: string[]): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(client, '.vite/operator.json'), 'utf8'))
  const bytesOf = (file: string) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length
  const over = heavyViews(manifest, languages, bytesOf)
  if (over.length > 0) throw new Error(over.join('\n'))
}

function filesOf(manifest: Manifest, sources: string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not a chunk of its own`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(add)
  }
  sources.forEach(add)
  return [...files]
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
