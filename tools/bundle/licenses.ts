import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const TEXT = /^(licen[cs]e|copying|notice)/i

/** The licences of bundled packages are distributed with them: one section per package, sorted by name. */
export function licensesOf(sources: string[]): { packages: number; text: string } {
  const parts = new Map<string, string>()
  for (const source of sources) {
    const folder = PACKAGE.exec(source)?.[0]
    if (folder === undefined) continue
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const title = `${name} ${version} (${license ?? 'see its text'})`
    if (!parts.has(title)) parts.set(title, textIn(folder))
  }
  const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([title, terms]) => `${title}\n${'-'.repeat(title.length)}\n${terms}`).join('\n\n')
  return { packages: parts.size, text: `${text}\n` }
}

function textIn(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => TEXT.test(name)) : []
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n') || 'No text in the package.'
}
