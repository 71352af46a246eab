import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Boot } from '@portico/contract/boot.ts'
import type { Language } from '@portico/contract/language.ts'
import { startProblem } from '#db/start-problem.ts'
import { type OwnMessages, type ProviderTexts, withTexts } from './provider-texts.ts'

interface ManifestChunk {
  file: string
  src?: string
  isEntry?: boolean
  css?: string[]
  imports?: string[]
}

interface Drawn {
  sources: string[]
  title: string
  /** Meta description for search engines and previews; a stored document has none. */
  description?: string
  /** True for markup that only looks like the page: it reserves its space, and is replaced by it. */
  is_look?: boolean
  /** True where no page exists at that address for this visitor. */
  is_missing?: boolean
  /** Text where no script runs; a stored document is shown by a script. */
  no_script?: string
  /** Text and link where the page's script does not come. */
  not_started?: { text: string; again: string }
  html: string
}

/** The texts of the page that is shown while no other can be drawn. */
export type BusyTexts = Record<'title' | 'text' | 'again', string>

/** The console of staff: an entry of its own, with texts of its own beside those of the product. */
export interface ConsoleFiles {
  entry: string
  scripts: string[]
  styles: string[]
  /** Hash by language. */
  messages: Record<string, string>
}

/** The result of the web build: files by source, translation hashes, and the function that draws public pages. */
export interface WebBuild {
  root: string
  entry: string
  messages: Record<string, string>
  console: ConsoleFiles
  /** Languages in which the provider overrides texts; their hashes are in `messages`. */
  own_messages: ReadonlyMap<string, OwnMessages>
  /** The title of an API or a function in this language; as it is where it has no translation. */
  titleIn(language: string, title: string): string
  styleText(href: string): string
  filesOf(sources: string[]): { scripts: string[]; styles: string[] }
  draw(url: string, boot: Boot): Promise<Drawn>
  /** The page template: visitors with the same boot data see the same page, whatever else is in the address. */
  templateOf(url: string, boot: Boot): string
  busyTexts(language: Language): BusyTexts
}

interface Renderer {
  busyTexts(messages: unknown): BusyTexts
  templateOf(url: string, boot: Boot): string
  draw(url: string, boot: Boot, messages: unknown): Promise<Drawn>
}

/** A text without values is compiled to a list with itself. */
function plainText(messages: unknown, title: string): string {
  const compiled: unknown = Reflect.get(Object(messages), title)
  return Array.isArray(compiled) && compiled.length === 1 && typeof compiled[0] === 'string' ? compiled[0] : title
}

export async function openWebBuild(dist: string, provider_texts: ProviderTexts = new Map()): Promise<WebBuild> {
  const client = join(dist, 'client')
  const manifest = await readJson<Record<string, ManifestChunk>>(join(client, '.vite/manifest.json'))
  const built = await readJson<Record<string, string>>(join(dist, 'messages.json'))
  const messages = { ...built }
  const own_messages = new Map<string, OwnMessages>()
  const texts = new Map<string, unknown>()
  for (const language of Object.keys(built))
    texts.set(language, await readJson(join(client, `assets/i18n/${language}.json`)))
  for (const [language, own] of provider_texts) {
    const merged = withTexts(await readJson(join(client, `assets/i18n/${language}.json`)), own)
    own_messages.set(language, merged)
    texts.set(language, merged.messages)
    messages[language] = merged.hash
  }
  const renderer: Renderer = await import(pathToFileURL(join(dist, 'server/render.js')).href)
  const styles = new Map<string, string>()
  for (const href of graph(manifest, Object.keys(manifest)).styles)
    styles.set(href, await readFile(join(client, href), 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw startProblem('The web build is incomplete. Run npm run build.')
  return {
    root: client,
    entry: `/${manifest[entry]?.file}`,
    messages,
    console: await consoleFiles(dist),
    own_messages,
    titleIn: (language, title) => plainText(texts.get(language), title),
    styleText: (href) => styles.get(href) ?? '',
    filesOf: (sources) => graph(manifest, [entry, ...sources]),
    draw: (url, boot) => renderer.draw(url, boot, texts.get(boot.language)),
    templateOf: renderer.templateOf,
    busyTexts: (language) => renderer.busyTexts(texts.get(language)),
  }
}

async function consoleFiles(dist: string): Promise<ConsoleFiles> {
  const manifest = await readJson<Record<string, ManifestChunk>>(join(dist, 'client/.vite/operator.json'))
  const messages = await readJson<Record<string, string>>(join(dist, 'operator-messages.json'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  return { ...graph(manifest, [entry]), entry: `/${manifest[entry]?.file}`, messages }
}

/** The whole chunk graph of a page, so that its files load side by side and not one after another. */
function graph(manifest: Record<string, ManifestChunk>, starts: string[]) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const follow = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const next of chunk.imports ?? []) follow(next)
    if (chunk.file.endsWith('.js')) scripts.add(`/${chunk.file}`)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
  }
  for (const start of starts) follow(start)
  return { scripts: [...scripts], styles: [...styles] }
}

async function readJson<T>(file: string): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw startProblem('The web part is not built. Run npm run build (npm start does it by itself).')
  }
}
