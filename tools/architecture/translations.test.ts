import { expect, test } from 'vitest'
import { CHANNEL_MESSAGES } from '../../contract/src/alert-channels.ts'
import { BUDGET_MESSAGES } from '../../contract/src/budget-messages.ts'
import { PROBLEMS, STAFF_PROBLEMS } from '../../contract/src/problem.ts'
import { ROLE_NAMES } from '../../contract/src/role.ts'
import { MESSAGES } from '../../contract/src/rules.ts'
import { STAFF_MESSAGES } from '../../contract/src/staff-messages.ts'
import { textsIn } from './texts.ts'
import { checkTranslations, filesIn, languages, untranslated } from './translations.ts'
import { readTree } from './tree.ts'

const OF_STAFF: string[] = Object.values(STAFF_PROBLEMS).map(({ text }) => text)

test('VA-08 the five languages hold the same texts, all of them used, including every message of the server', () => {
  const spoken = [
    ...Object.values(PROBLEMS)
      .map(({ text }) => text)
      .filter((text) => !OF_STAFF.includes(text)),
    ...Object.values({ ...MESSAGES, ...BUDGET_MESSAGES, ...CHANNEL_MESSAGES }),
  ]
  expect(checkTranslations(filesIn('web/i18n'), textsIn(readTree()), spoken)).toEqual([])
})

test('VA-08 the texts of the console, with every message of the server that only staff meet, are in five languages, all of them used, and none repeats a text of the product', () => {
  const own = filesIn('web/i18n/operator')
  const shared = JSON.parse(filesIn('web/i18n').de ?? '{}')
  const spoken = [...OF_STAFF, ...Object.values(STAFF_MESSAGES)].filter((text) => !(text in shared))
  expect(checkTranslations(own, textsIn(readTree()), spoken, 'web/i18n/operator')).toEqual([])
  expect(Object.keys(JSON.parse(own.de ?? '{}')).filter((key) => key in shared)).toEqual([])
})

test('the texts of mails, documents and the status page are in five languages, all of them used by the server', () => {
  const server = readTree().filter(({ path }) => path.startsWith('server/'))
  const roles = Object.values(ROLE_NAMES)
  const used = textsIn(server).union(new Set<string>(roles))
  expect(checkTranslations(filesIn('server/src/i18n'), used, roles, 'server/src/i18n')).toEqual([])
})

test.each(languages)('nothing is untranslated in %s, and a new language lacks every text', (language) => {
  expect(untranslated(language, filesIn)).toEqual({})
  const lacking = untranslated('it', (folder) => filesIn(folder, [language]))
  expect(Object.keys(lacking)).toEqual([
    'web/i18n/it.json',
    'web/i18n/operator/it.json',
    'server/src/i18n/it.json',
    'provider/texts/it.json',
  ])
  expect(lacking['server/src/i18n/it.json']).toMatchObject({ 'Hello {name},': '' })
})
