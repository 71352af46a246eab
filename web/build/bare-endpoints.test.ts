import { expect, test } from 'vitest'
import { requestedSchema, withoutSchemas } from './bare-endpoints.ts'

const CONTRACT = `import * as z from 'zod/mini'
const filter = { from: z.string().check(z.minLength(1)) }
export const name = z.string()
export const LONGEST = 30
export const isRight = (text: string) => text.trim() !== ''
export const area = {
  add: endpoint({ method: 'POST', path: '/api/add', caller: 'user', input: z.object(filter), output: z.object({ name }) }),
  other: { input: name },
}
`

test('an endpoint keeps how it is called and loses what checks it', () => {
  const bare = withoutSchemas(CONTRACT)
  expect(bare).toContain(`endpoint({ method: 'POST', path: '/api/add', caller: 'user', ...{}, ...{} })`)
  expect(bare).toContain('other: { input: name }')
})

test('a schema nobody imports may be dropped; functions and plain values stay as they are', () => {
  const bare = withoutSchemas(CONTRACT)
  expect(bare).toContain('export const name = /* @__PURE__ */ (() => (z.string()))()')
  expect(bare).toContain('const filter = /* @__PURE__ */ (() => ({ from: z.string().check(z.minLength(1)) }))()')
  expect(bare).toContain('export const LONGEST = 30\n')
  expect(bare).toContain("export const isRight = (text: string) => text.trim() !== ''\n")
})

test('a page that asks an endpoint for its schema is refused, however it asks', () => {
  const page = (line: string) => `import { access } from '@portico/contract/access.ts'\n${line}`
  expect(requestedSchema(page('const { name } = access.addMachineLogin.input.shape'))).toBe('input')
  expect(requestedSchema(page('const { output } = access.getLogins'))).toBe('output')
  expect(requestedSchema(page("const shape = access.getLogins['input']"))).toBe('input')
  expect(requestedSchema(page('call(access.getLogins, {})'))).toBeUndefined()
  expect(requestedSchema(page('const a = <input className={styles.input} {...input} />'))).toBeUndefined()
})
