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

test('settings are read from the rows of their own section, without code marks', () => {
  expect(settingsIn(readme)).toEqual([
    { name: 'PORT', fallback: '8080', meaning: 'port to listen on' },
    { name: 'SECRET', fallback: 'generated in DATA_DIR', meaning: '' },
  ])
})
