import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMigrations } from '#db/read-migrations.ts'
import { SCHEMA } from '#db/schema-folders.ts'
import { RELEASED } from './released.ts'

const migrations = readMigrations(SCHEMA.migrations)
const changes = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8')

test('the migrations of the last release are what they were', () => {
  const hash = createHash('sha256')
  for (const { sql } of migrations.slice(0, RELEASED.migrations)) hash.update(sql)
  expect(hash.digest('hex')).toBe(RELEASED.sha256)
})

test('every migration since the last release allows the older version, or the list of changes has in bold that there is no way back', () => {
  const [unreleased = ''] = changes.split(`## ${RELEASED.version}`)
  const warning = new RegExp(`\\*\\*${RELEASED.version.replaceAll('.', '\\.')} cannot be started again[^*]*\\*\\*`)
  const refusing = migrations.slice(RELEASED.migrations).filter(({ allows_older }) => !allows_older)
  expect({ refusing: refusing.length > 0, is_written: warning.test(unreleased) }).toEqual(
    refusing.length > 0 ? { refusing: true, is_written: true } : { refusing: false, is_written: false },
  )
})
