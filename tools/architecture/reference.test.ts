import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsPage } from '../docs/commands-page.ts'
import { referencePages } from '../docs/pages.ts'
import { settingsPage } from '../docs/settings-page.ts'
import { root } from '../ready/folders.mjs'

test.each(referencePages())('$path is what `npm run docs` writes', ({ path, text }) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

test('a settings page shows values as code, descriptions as text and a dash for no default', () => {
  const settings = {
    PORT: ['8080', 'Port to listen on.'],
    SECRET: ['generated in DATA_DIR', 'Secret.'],
    SMTP_URL: ['', '`a|b`.'],
  } as const
  expect(settingsPage({ Process: settings }).split('## Process\n')[1]?.trim().split('\n').slice(2)).toEqual([
    '| `PORT` | `8080` | Port to listen on. |',
    '| `SECRET` | generated in DATA_DIR | Secret. |',
    '| `SMTP_URL` | – | `a\\|b`. |',
  ])
})

test('a commands page refuses a command without a section', () => {
  const run = async () => ({ text: '', data: null })
  const unknown = { name: 'frob it', about: 'Frobs.', arguments: [{ field: 'x', value: 'x' }], options: {}, run }
  expect(() => commandsPage([unknown])).toThrow('frob it has no section')
  expect(commandsPage([{ ...unknown, name: 'user frob' }])).toContain('- `user frob <x>`  \n  Frobs.')
})
