import { expect, test } from 'vitest'
import { settingsIn } from './settings.ts'

const readme = `
## Settings

| name | default | meaning |
|---|---|---|
| \`PORT\` | \`8080\` | port to listen on |
| \`SECRET\`  | generated in \`DATA_DIR\`  | –  |

## The map

| \`OTHER\` | – | no setting |
`

test('settings reads the rows of its own section, without marks', () => {
  expect(settingsIn(readme)).toEqual([
    { name: 'PORT', fallback: '8080', meaning: 'port to listen on' },
    { name: 'SECRET', fallback: 'generated in DATA_DIR', meaning: '' },
  ])
})
