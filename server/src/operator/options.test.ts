import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { isYes, momentOf } from './options.ts'

/** Nothing listens there: a refusal before the call does not notice. */
const server = { url: 'http://127.0.0.1:9', token: '', currency: 'USD' as const }
const BOOK = import.meta.filename

test.each([
  ['prices apply', 'announce', [], { file: BOOK }],
  ['credit', 'allow-negative', ['a@example.com', '-5'], { reason: 'as agreed' }],
  ['payment refund', 'allow-negative', ['PAY-1'], { reason: 'as agreed' }],
  ['onetime', 'mail', ['a@example.com'], {}],
  ['books', 'full', [], {}],
])('%s accepts only yes and no for --%s, and guesses no other word', async (name, option, words, options) => {
  const command = commands.find((one) => one.name === name)
  for (const word of ['false', 'true', 'No', 'YES', '', '0'])
    await expect(
      command?.run(server, { words, options: { ...options, [option]: word }, json: false }),
      word,
    ).rejects.toThrow(`--${option} is '${word}', but must be one of yes, no.`)
})

test.each(['abc', '0', '-1', '1.5', '1000001', '1e3', ''])(
  'whitelabel set accepts only a whole number for --id: %s',
  async (id) => {
    const command = commands.find(({ name }) => name === 'whitelabel set')
    await expect(
      command?.run(server, { words: ['acme.example'], options: { title: 'Acme', id }, json: false }),
    ).rejects.toThrow(`--id is '${id}', but must be a whole number from 1 to 1000000.`)
  },
)

test('login set without an option is refused with the options', async () => {
  const command = commands.find(({ name }) => name === 'login set')
  const given = { words: ['a@example.com'], options: { reason: 'as agreed' }, json: false }
  await expect(command?.run(server, given)).rejects.toThrow('Nothing to set: name --per-minute')
})

test('an omitted option has its default', () => {
  expect([isYes('full', undefined), isYes('announce', undefined, true)]).toEqual([false, true])
  expect([isYes('full', 'yes'), isYes('announce', 'no', true)]).toEqual([true, false])
})

test.each([
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-12-01T10:30Z', '2026-12-01T10:30:00.000Z'],
  ['2026-12-01T10:30:15Z', '2026-12-01T10:30:15.000Z'],
  ['2026-12-01T00:30:00+02:00', '2026-11-30T22:30:00.000Z'],
])('a moment is a UTC day, or names its zone: %s', (typed, meant) => {
  expect(momentOf('at', typed)).toBe(meant)
})

test.each([
  '2027-02-31',
  '2027-02-29T00:00:00Z',
  '2026-12-32',
  '2026-12-01T10:00',
  '2026-12-01T10:00:00',
  '2026-12-01 10:00',
  '2026-12-01T25:00:00Z',
  '01.12.2026',
  'tomorrow',
  '',
])('a day that does not exist and a moment without a zone are refused: %s', (typed) => {
  expect(() => momentOf('at', typed)).toThrow(`--at is '${typed}', but must be a day like`)
})
