import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { operator } from '@portico/contract/operator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usageOf } from './command.ts'
import { aboutField, fieldsOf, momentOf } from './command-fields.ts'
import { commands } from './commands.ts'

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

/** A server that notes what it gets and refuses it. */
let notes: Server
let noted: { path: string | undefined; input: unknown }[] = []
beforeAll(async () => {
  notes = createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray()).toString()
    noted.push({ path: request.url, input: body ? JSON.parse(body) : undefined })
    reply.writeHead(500).end('{"code":"internal"}')
  })
  await new Promise<void>((done) => {
    notes.listen(0, '127.0.0.1', done)
  })
})
afterAll(() => notes.close())

async function sent(name: string, words: string[], options: Record<string, string>) {
  noted = []
  const address = notes.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  const command = commands.find((one) => one.name === name)
  const access = { ...server, url: `http://127.0.0.1:${address.port}` }
  await expect(command?.run(access, { words, options, json: false })).rejects.toThrow('Some error.')
  return noted
}

const A = 'a@example.com'
const ID = '11111111-1111-4111-8111-111111111111'
const reason = 'as agreed'
const by = expect.any(String)

test.each<[string, string[], Record<string, string>, string, unknown]>([
  ['status', [], {}, 'status?', undefined],
  ['user show', [A], {}, 'user?who=a%40example.com', undefined],
  ['user list', [], {}, 'users?', undefined],
  ['user list', [], { search: 'x y', limit: '5', sort: 'spend' }, 'users?search=x+y&sort=spend&limit=5', undefined],
  ['audit list', [], { user: A }, 'audit?email=a%40example.com', undefined],
  ['revenue', [], { by: 'api', from: '2026-11-01' }, 'revenue?from=2026-11-01&by=api', undefined],
  [
    'credit',
    [A, ' -3.25'],
    { reason, id: ID, 'allow-negative': 'yes', yes: 'yes' },
    'credit',
    { login: A, amount_micros: -3_250_000, reason, request_id: ID, allow_negative: true, confirmed: true, by },
  ],
  ['credit', [A, '5'], { reason }, 'credit', { login: A, amount_micros: 5e6, reason, request_id: by, by }],
  [
    'payment confirm-wire',
    ['PAY-1'],
    { reason, amount: '7' },
    'payment-wire',
    expect.objectContaining({ amount_micros: 7e6 }),
  ],
  ['payment reconcile', [], { days: '30' }, 'payments-reconcile', { days: 30, by }],
  [
    'login set',
    [A],
    { reason, 'per-minute': 'default', simultaneous: '9', hold: 'no', subscriptions: 'b, a,b' },
    'login',
    { login: A, per_minute: null, simultaneous: 9, on_hold: false, subscriptions: ['b', 'a'], reason, by },
  ],
  ['login set', [A], { reason, subscriptions: 'none' }, 'login', { login: A, subscriptions: [], reason, by }],
  ['account close', [A], { reason, yes: 'yes' }, 'account-close', { email: A, reason, confirmed: true, by }],
  ['books', [], { full: 'yes' }, 'books', { is_full: true }],
  [
    'prices apply',
    [],
    { file: BOOK, for: A, at: '2026-12-01', announce: 'no' },
    'prices',
    { file: BOOK, book: expect.any(String), email: A, at: '2026-12-01T00:00:00.000Z', is_announced: false, by },
  ],
  [
    'whitelabel set',
    ['h.example'],
    { parent: 'none', id: '7', accent: '#112233', 'hero-de': 't | p' },
    'whitelabel',
    {
      host: 'h.example',
      brand: { accent: '#112233', hero: { de: { title: 't', points: ['p'] } } },
      parent: null,
      id: 7,
      by,
    },
  ],
  [
    'promo add',
    ['P10'],
    { percent: '20', max: '5', from: '2026-12-01', to: '2026-12-03T03:30+01:00' },
    'promo',
    {
      code: 'P10',
      percent: 20,
      max_micros: 5e6,
      starts_at: '2026-12-01T00:00:00.000Z',
      ends_at: '2026-12-03T02:30:00.000Z',
      by,
    },
  ],
  [
    'notice add',
    ['window'],
    { from: '2026-12-03T03:30Z', to: '2026-12-03T04:00Z' },
    'notice',
    {
      id: 'window',
      starts_at: '2026-12-03T03:30:00.000Z',
      ends_at: '2026-12-03T04:00:00.000Z',
      by,
    },
  ],
  ['database publish', ['x'], {}, 'database-publish', { folder: resolve('x'), by }],
])('%s sends what is typed, read by the schema: %j %j', async (name, words, options, path, input) => {
  expect(await sent(name, words, options)).toEqual([{ path: `/api/operator/${path}`, input }])
})

test.each([
  ['credit', [A, 'abc'], { reason }, "<amount> is 'abc', but must be an amount like"],
  ['credit', [A, '0'], { reason }, "<amount> is '0', but must be an amount like"],
  ['payment refund', ['PAY-1'], { reason, amount: ' -2' }, "--amount is '-2', but must be an amount like"],
  ['promo add', ['P10'], { percent: '101' }, "--percent is '101', but must be a whole number from 1 to 100."],
  ['user list', [], { status: 'gone' }, "--status is 'gone', but must be one of pending, active, disabled, closed."],
  ['grant', [A, 'x'], {}, "<feature> is 'x', but must be one of "],
  ['staff role', [A, 'owner'], { reason }, "<role> is 'owner', but must be one of "],
  [
    'login set',
    [A],
    { reason, 'per-minute': '0' },
    "--per-minute is '0', but must be a whole number from 1 to 1000000 or default.",
  ],
])('%s refuses a value that the schema does not allow: %j %j', async (name, words, options, message) => {
  const command = commands.find((one) => one.name === name)
  await expect(command?.run(server, { words, options, json: false })).rejects.toThrow(message)
})

test('the usage and the help text are made from the schema', () => {
  const usages = Object.fromEntries(commands.map((one) => [one.name, usageOf(one)]))
  expect(usages).toMatchObject({
    status: 'status',
    credit: 'credit <login> <amount> --reason <text> [--id <uuid>] [--allow-negative yes|no] [--yes]',
    onetime: 'onetime <e-mail> [--kind onetime|token|registration] [--to <path>] [--mail yes|no]',
    'payment list':
      'payment list [--login <login>] [--status <status>] [--processor stripe|test|wire] [--waits wire|held|disputed] [--from <day>] [--to <day>] [--before <cursor>] [--limit <number>]',
    'whitelabel set': 'whitelabel set <host> [options]',
  })
  const { limit, sort } = fieldsOf(operator.listUsers)
  expect([limit, sort].map((field) => field && aboutField(field))).toEqual([
    'how many (1 to 500; 50 by default)',
    'order, the newest or largest first (created, spend, last-seen; created by default)',
  ])
})

test('each required field of a command has an argument, a help text or a value of its own', async () => {
  for (const { name, arguments: words, options } of commands) {
    const required = Object.entries(options).filter(([, { is_required }]) => is_required)
    const values: Record<string, string> = { amount: '1', id: '1', time: '2026-12-03' }
    const typed = Object.fromEntries(required.map(([option, { value }]) => [option, values[value ?? ''] ?? reason]))
    if (
      [
        'restore',
        'backup',
        'config check',
        'catalogue check',
        'catalogue draft',
        'provider new',
        'whitelabel show',
      ].includes(name)
    )
      continue
    const samples: Record<string, string> = { feature: 'h2h', amount: '1', number: '1', role: 'support', queue: 'mail' }
    const given = words.map(({ value }) => samples[value] ?? A)
    const [call] = await sent(name, given, {
      ...typed,
      ...((name.startsWith('prices') || name === 'catalogue upload') && { file: BOOK }),
      ...(name === 'login set' && { hold: 'yes' }),
      ...(name === 'incident update' && { state: 'resolved' }),
    })
    const endpoint = Object.values(operator).find(
      ({ method, path }) => call?.path?.split('?')[0] === path && (method === 'GET') === call.path.includes('?'),
    )
    const input = call?.input ?? Object.fromEntries(new URLSearchParams(call?.path?.split('?')[1]))
    const { error } = endpoint?.input.safeParse(input) ?? {}
    expect(
      error?.issues.filter(({ code }) => code === 'invalid_type' || code === 'unrecognized_keys') ?? [],
      name,
    ).toEqual([])
  }
})

test.each([
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-12-01T10:30Z', '2026-12-01T10:30:00.000Z'],
  ['2026-12-01T10:30:15Z', '2026-12-01T10:30:15.000Z'],
  ['2026-12-01T00:30:00+02:00', '2026-11-30T22:30:00.000Z'],
])('a moment is a UTC day, or names its zone: %s', (typed, meant) => {
  expect(momentOf('--at', typed)).toBe(meant)
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
  expect(() => momentOf('--at', typed)).toThrow(`--at is '${typed}', but must be a day like`)
})
