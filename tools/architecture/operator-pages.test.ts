import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../server/src/env/settings.ts'
import { commands } from '../../server/src/operator/commands.ts'
import { root } from '../ready/folders.mjs'
import { checkQuoted, type Runnable, sectionsOf } from './operator-pages.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const GUIDE = 'docs/operator-guide.md'
const PAGES = readdirSync(join(root, 'docs/operator')).map((file) => `docs/operator/${file}`)
const namesIn = (folder: string) => new Set(readdirSync(join(root, folder)).map((file) => file.replace(/\.ts$/, '')))
const any: ReadonlySet<string> = new Set()
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
/** Set at PostgreSQL's, the release's or the container's side. */
const NOT_OURS = ['MIGRATION_ID']

const known: Runnable = {
  commands,
  scripts: {
    ...Object.fromEntries(Object.keys(scripts).map((name) => [name, any])),
    prove: namesIn('bench/prove'),
    bench: namesIn('bench'),
  },
  settings: new Set([...SETTINGS, ...NOT_OURS]),
}

test.each([GUIDE, ...PAGES])('%s quotes only commands, options, proofs and settings that exist', (path) =>
  expect(checkQuoted({ path, text: read(path) }, known)).toEqual([]),
)

test('the guide links every page of the operator', () => {
  const links = [...read(GUIDE).matchAll(/\]\((operator\/[\w-]+\.md)\)/g)].map(([, path]) => `docs/${path}`)
  expect(links.toSorted()).toEqual(PAGES.toSorted())
})

test('every alert has a section with steps, in the order of the rules, and no section is without an alert', () => {
  const alerts: string[] = parse(read('deploy/observability/alerts.yaml')).groups.flatMap(
    ({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert),
  )
  const sections = sectionsOf(read('docs/operator/alerts.md'))
  expect([...sections.keys()]).toEqual(alerts)
  for (const [alert, text] of sections) expect(text, alert).toMatch(/^1\. .{20}/m)
})

test('a page that quotes an invented command, option, proof or setting is reported', () => {
  const of = (text: string) => checkQuoted({ path: 'PAGE.md', text }, known)
  const prose = 'portico dances, and so does NO_SETTING of another program'
  expect(
    of(`${prose}\n\`portico status\` \`bin/portico books --since 2026-11-01\` \`PUBLIC_URL=https://a.b\``),
  ).toEqual([])
  expect(of('```\nportico status --loud\nnpm run prove -- nothing\n```\n`portico dance` `NO_SETTING=on`')).toEqual([
    'PAGE.md quotes portico status --loud, which does not exist',
    'PAGE.md quotes npm run prove -- nothing, which does not exist',
    'PAGE.md quotes portico dance, which does not exist',
    'PAGE.md quotes NO_SETTING, which does not exist',
  ])
})
