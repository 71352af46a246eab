import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@portico/contract/language.ts'
import { describe, expect, test } from 'vitest'
import { readTexts } from '#http/provider-texts.ts'
import { openCatalogue } from './index.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PROVIDER = join(ROOT, 'provider')
const catalogue = openCatalogue(PROVIDER)
const sections = Object.values(catalogue.sections()).flat()
const titles = new Set([
  ...catalogue.functions().flatMap(({ title, methods }) => [title, ...methods.map((method) => method.title)]),
  ...sections.map(({ title }) => title),
])
const own = readTexts(PROVIDER)

function builtIn(language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(ROOT, `web/i18n/${language}.json`), 'utf8'))
}

/** Names of services and formats that every language writes alike. */
const NAMES = new Set(['SERP', 'OnPage', 'Labs', 'Backlinks', 'Codes', 'Google Trends', 'Google News', 'Google Images'])
const SAME = new Set([...NAMES, 'Google Jobs', 'Google Dataset Search', 'Subdomains', 'Mentions', 'Sentiment'])

test('the bundled catalogue has its functions', () => {
  expect(catalogue.functions().length).toBeGreaterThan(330)
  expect(titles.size).toBeGreaterThan(300)
})

test('no title of the bundled catalogue is a path in words, and two functions of an API that are sold have two titles', () => {
  for (const title of titles) expect(title).not.toMatch(/^Ai |llm|_|\//)
  const sold = catalogue.functions().filter(({ methods }) => methods.some(({ kind }) => kind !== 'reference'))
  const names = sold.map(({ api, title }) => `${api}: ${title}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

describe.for(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
  const texts = { ...builtIn(language), ...own.get(language) }

  test('every title of the bundled catalogue is translated', () => {
    const missing = [...titles].filter((title) => !Object.hasOwn(texts, title) && !NAMES.has(title))
    expect(missing).toEqual([])
    const same = [...titles].filter((title) => texts[title] === title && !SAME.has(title))
    expect(same).toEqual([])
  })

  test('no translation is of a title that no longer exists, or replaces a text of the pages', () => {
    const given = Object.keys(own.get(language) ?? {})
    expect(given.filter((title) => !titles.has(title))).toEqual([])
    expect(given.filter((title) => Object.hasOwn(builtIn(language), title))).toEqual([])
  })

  test('functions of one API that are sold have different titles', () => {
    const sold = catalogue.functions().filter(({ methods }) => methods.some(({ kind }) => kind !== 'reference'))
    const names = sold.map(({ api, title }) => `${api}: ${texts[title] ?? title}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
