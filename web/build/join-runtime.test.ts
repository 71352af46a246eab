import { expect, test } from 'vitest'
import { fromEntry, withHelpers } from './join-runtime.ts'

const RUNTIME = 'var o=(e)=>e+1,s=(e)=>e*2;export{s as n,o as t};'
const FILE = './rolldown-runtime-XKyaHtl9.js'

const run = async (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)

test('the entry carries the helpers, uses them and exports them', async () => {
  const entry = withHelpers(`import{n as e,t}from"${FILE}";export const seven=t(e(3));`, RUNTIME)
  const { seven, __n, __t } = await run(entry)
  expect([seven, __n(4), __t(4)]).toEqual([7, 8, 5])
})

test('other files import the helpers from the entry, and no position in the file changes', () => {
  const was = `import{n as e,t}from"${FILE}";import{a}from"./main-12345678.js";e(t(a))`
  const now = fromEntry(was, 'main-12345678.js')
  expect(now).toContain('import{__n as e,__t as t}from"./main-12345678.js"')
  expect(now.indexOf(';import{a}')).toBe(was.indexOf(';import{a}'))
})

test('an unknown output of the bundler is refused', () => {
  expect(() => fromEntry('e(1)', 'main.js')).toThrow('not where they were')
  expect(() => withHelpers(`import{n as e}from"${FILE}"`, 'export default 1')).toThrow('not where they were')
})
