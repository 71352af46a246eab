import { expect, test } from 'vitest'
import { requestedSchema, withoutSchemas } from './bare-endpoints.ts'

const CONTRACT = `import * as z from 'zod/mini'
const filter = { from: z.string().check(z.minLength(1)) }
export const name = z.string()
export const LONGEST = 30
export const isRight = (text: string) => text.trim() !== ''
export const area = {
  add: post('/api/add', { caller: 'user', together: true, input: z.object(filter), output: z.object({ name }) }),
  other: { input: name },
}
export const file = { path: '/api/file', caller: 'user', input: z.object(filter) }
`

test('an endpoint and a file with a route of its own keep what a page needs and lose schemas and rules', () => {
  const bare = withoutSchemas(CONTRACT)
  expect(bare).toContain(`post('/api/add', { together: true })`)
  expect(bare).toContain(`file = /* @__PURE__ */ (() => ({ path: '/api/file' }))()`)
  expect(bare).toContain('other: { input: name }')
})

test('a schema without an import may be dropped; functions and plain values stay unchanged', () => {
  const bare = withoutSchemas(CONTRACT)
  expect(bare).toContain('export const name = /* @__PURE__ */ (() => (z.string()))()')
  expect(bare).toContain('const filter = /* @__PURE__ */ (() => ({ from: z.string().check(z.minLength(1)) }))()')
  expect(bare).toContain('export const LONGEST = 30\n')
  expect(bare).toContain("export const isRight = (text: string) => text.trim() !== ''\n")
})

test('a page that reads the schema of an endpoint is refused, whatever the syntax', () => {
  const page = (line: string) => `import { access } from '@portico/contract/access.ts'\n${line}`
  expect(requestedSchema(page('const { name } = access.addMachineLogin.input.shape'))).toBe('input')
  expect(requestedSchema(page('const { output } = access.getLogins'))).toBe('output')
  expect(requestedSchema(page("const shape = access.getLogins['input']"))).toBe('input')
  expect(requestedSchema(page('call(access.getLogins, {})'))).toBeUndefined()
  expect(requestedSchema(page('const a = <input className={styles.input} {...input} />'))).toBeUndefined()
})
