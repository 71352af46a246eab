import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUDGET_MESSAGES } from '../../contract/src/budget-messages.ts'
import { PROBLEMS } from '../../contract/src/problem.ts'
import { MESSAGES } from '../../contract/src/rules.ts'
import { root } from '../ready/folders.mjs'
import { textsIn } from './texts.ts'
import { checkTranslations, languages } from './translations.ts'
import { readTree } from './tree.ts'

test('VA-08 the five languages hold the same texts, all of them used, including every message of the server', () => {
  const files = Object.fromEntries(
    languages.map((language) => {
      const file = join(root, 'web', 'i18n', `${language}.json`)
      return [language, existsSync(file) ? readFileSync(file, 'utf8') : undefined]
    }),
  )
  const spoken = [
    ...Object.values(PROBLEMS).map(({ text }) => text),
    ...Object.values({ ...MESSAGES, ...BUDGET_MESSAGES }),
  ]
  expect(checkTranslations(files, textsIn(readTree()), spoken)).toEqual([])
})
