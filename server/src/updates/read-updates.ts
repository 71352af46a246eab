import { join } from 'node:path'
import * as z from 'zod/mini'
import type { UpdateEntry } from '#ctx/provider.ts'
import { checkedFile, namesIn, providerDay } from '#files/provider-file.ts'
import { parseYaml, readText } from '#files/yaml-file.ts'

const head = z.strictObject({
  date: providerDay,
  title: z.string().check(z.minLength(1), z.maxLength(160)),
  breaking: z._default(z.boolean(), false),
})

/** One Markdown file per entry in PROVIDER_DIR/updates, with date, title and breaking in its head; newest first. */
export function readUpdates(provider_dir: string): UpdateEntry[] {
  const folder = join(provider_dir, 'updates')
  return namesIn(folder, '.md')
    .map((name) => readUpdate(join(folder, name), name.replace(/\.md$/, '')))
    .sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}

function readUpdate(path: string, id: string): UpdateEntry {
  const [, top = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readText(path).replaceAll('\r\n', '\n')) ?? []
  const { date, title, breaking } = checkedFile(path, head, parseYaml(path, top, { first_line: 2 }).value)
  return { id, date, title, body: body.trim(), is_breaking: breaking }
}
