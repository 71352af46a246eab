import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { startProblem } from '#db/start-problem.ts'
import type { UpdateEntry } from '../ctx.ts'
import { parseYaml, readText } from '../yaml-file.ts'

const head = z.strictObject({
  date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must look like 2026-01-31')),
  title: z.string().check(z.minLength(1), z.maxLength(160)),
  breaking: z._default(z.boolean(), false),
})

/** One Markdown file an entry in PROVIDER_DIR/updates, with date, title and breaking in its head; newest first. */
export function readUpdates(provider_dir: string): UpdateEntry[] {
  const folder = join(provider_dir, 'updates')
  return filesIn(folder)
    .map((name) => readUpdate(join(folder, name), name.replace(/\.md$/, '')))
    .sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.md'))
  } catch {
    return []
  }
}

function readUpdate(path: string, id: string): UpdateEntry {
  const [, top = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readText(path).replaceAll('\r\n', '\n')) ?? []
  const parsed = head.safeParse(parseYaml(path, top, { first_line: 2 }).value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw startProblem(`${path}: ${issue?.path.join('.') || 'head'}: ${issue?.message}.`)
  }
  const { date, title, breaking } = parsed.data
  return { id, date, title, body: body.trim(), is_breaking: breaking }
}
