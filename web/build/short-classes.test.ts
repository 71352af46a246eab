import { expect, test } from 'vitest'
import { shortClasses } from './short-classes.ts'

const FILES = Array.from({ length: 60 }, (_, at) => `src/ui/${at}.module.css`)
const CLASSES = Array.from({ length: 40 }, (_, at) => `class-${at}`)

test('no two classes of any two files share a name, and all are short', () => {
  const nameOf = shortClasses('/web', FILES)
  const names = FILES.flatMap((file) => CLASSES.map((name) => nameOf(name, `/web/${file}`)))
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^[A-Z]{1,2}[0-9a-z]{1,2}$/.test(name))).toBe(true)
})

test('the order in which files are read changes nothing', () => {
  const page = shortClasses('/web', FILES)
  const server = shortClasses('/web', FILES.toReversed())
  for (const file of FILES.toReversed()) server('class-0', `/web/${file}`)
  for (const file of FILES) expect(page('class-0', `/web/${file}?used`)).toBe(server('class-0', `/web/${file}`))
})

test('a style from elsewhere has no place and no name', () => {
  expect(() => shortClasses('/web', FILES)('class', '/elsewhere/a.module.css')).toThrow('/elsewhere/a.module.css')
})
