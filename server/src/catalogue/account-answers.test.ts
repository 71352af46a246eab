import { afterAll, expect, test } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { checkReport, openCatalogue, reportText } from './index.ts'

afterAll(dropProviders)

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: {}'
const DOCUMENT = `openapi: 3.0.3
info: { title: Photos, version: '1' }
paths:
  /v1/photos: { get: { responses: {} } }
  /v1/users/{id}: { get: { ${ID} }, delete: { ${ID} } }
  /v1/users/{id}/photos: { get: { ${ID} } }
  /v1/users/{id}/keys: { get: { ${ID} } }
  /v1/me: { get: { responses: {} } }
  /v1/reports: { get: { tags: ['Billing, all'], responses: {} } }
`
const PHOTOS = 'GET /v1/photos'
const USER = 'GET /v1/users/{id}'
const REMOVE = 'DELETE /v1/users/{id}'
const OF_USER = 'GET /v1/users/{id}/photos'
const KEYS = 'GET /v1/users/{id}/keys'

function open(...answers: string[]) {
  const actions = answers.map((answer) => `  - { target: $, update: { x-portico-answers: { ${answer} } } }`)
  const overlay = `overlay: 1.0.0\ninfo: { title: Ours, version: '1' }\nactions:\n${actions.join('\n')}\n`
  const folder = writeProvider({
    'weather.yaml': DOCUMENT,
    'prices.yaml': PRICES,
    ...(answers.length > 0 && { 'overlays/own.yaml': overlay }),
  })
  const selling = { prefix: '', has_api_host: false, has_source: true }
  const catalogue = openCatalogue(folder, undefined, undefined, selling)
  const { entries, left_out, idle_actions } = catalogue
  return {
    catalogue,
    sold: entries.filter(({ kind }) => kind === 'live').map(({ id }) => id),
    free: entries.filter(({ kind }) => kind === 'reference').map(({ id }) => id),
    questions: left_out.map(({ id }) => id),
    faults: left_out.filter(({ why }) => why === 'fault').map(({ reason }) => reason),
    idle: idle_actions.map(({ target }) => target),
  }
}

test('one line answers all questions of a word; what has another word stays one until that has an answer too', () => {
  const { sold, questions } = open('users: live')
  expect(sold).toEqual([PHOTOS, USER, REMOVE, OF_USER])
  expect(questions).toEqual([KEYS, 'GET /v1/me', 'GET /v1/reports'])
  expect(open('users: live', 'keys: live').sold).toContain(KEYS)
})

test('never takes the operations out without a question, whatever is answered for their other words', () => {
  const { sold, questions } = open('users: live', 'keys: never', 'me: never', '"tag billing, all": never')
  expect([sold, questions]).toEqual([[PHOTOS, USER, REMOVE, OF_USER], []])
})

test('reads sells what only reads, and reference makes it free', () => {
  expect(open('users: reads').sold).toEqual([PHOTOS, USER, OF_USER])
  expect(open('users: reads').questions).not.toContain(REMOVE)
  expect(open('users: reference').free).toEqual([USER, REMOVE, OF_USER])
})

test('an answer for the beginning of a path precedes that of a word, and leaves words further down open', () => {
  const { sold, questions } = open('users: never', "'/v1/users/{name}': reads")
  expect(sold).toEqual([PHOTOS, USER, OF_USER])
  expect(questions).toContain(KEYS)
  expect(open("'/v1/users/{name}': never", "'/v1/users/{name}/photos': live").sold).toEqual([PHOTOS, OF_USER])
})

test('an answer that nothing needs and one that is none are reported', () => {
  expect(open('userz: live').idle).toEqual(['x-portico-answers: userz'])
  expect(open('users: live', 'keys: live').idle).toEqual([])
  const wrong = open('me: yes')
  expect(wrong.faults).toEqual([expect.stringContaining('x-portico-answers: me must be one of live, reference, reads')])
  expect(wrong.sold).toEqual([PHOTOS])
})

test('catalogue check prints a line for each group of questions, which answers them as it is', () => {
  const { catalogue } = open()
  const report = checkReport(catalogue, null)
  expect(report.questions.map(({ name, operations, reads }) => [name, operations, reads])).toEqual([
    ['users', 4, 3],
    ['keys', 1, 1],
    ['me', 1, 1],
    ['tag billing, all', 1, 1],
  ])
  const lines = report.questions.map(({ line }) => line)
  for (const line of lines) expect(reportText(report)).toContain(line)
  expect(lines[0]).toMatch(/users: never \} \} \} # 4 operations, 3 of them reads: GET \/v1\/users\/\{id\}$/)
  const answers = lines.map((line) => /x-portico-answers: \{ (.*) \} \} \} #/.exec(line)?.[1] ?? '')
  const { sold, questions, idle } = open(...answers)
  expect([sold, questions, idle]).toEqual([[PHOTOS], [], []])
})
