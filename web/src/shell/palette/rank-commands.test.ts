import { CODE } from '@portico/contract/codes.ts'
import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import type { Found } from '@portico/contract/search.ts'
import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { foundCommands } from './found-commands.ts'
import { rankCommands } from './rank-commands.ts'

const item = (url: string): MenuItem => ({
  html_id: url,
  label: url,
  url,
  desc: '',
  item_class: '',
  item_icon_class: '',
  type: 'link',
  group: null,
  submodules_options: [],
})
const listed = (...urls: string[]): Modules => ({ main: urls.map(item), nav_bar: [], nav_bar_info: [] })
const ALL = listed('/api-access', '/api-detail', '/api-errors', '/users/getrows')
const formats = {
  t: (key: string) => key,
  money: (micros: number) => `$${micros / 1_000_000}`,
  day: () => '1 May 2026',
}
const at = '2026-05-01T00:00:00Z'
const INVOICE: Found = {
  kind: 'document',
  id: 'd1',
  document: 'invoice',
  number: 'P-2026-000012',
  order_id: 'o1',
  total_micros: 50_000_000,
  at,
}
const PAYMENT: Found = {
  kind: 'payment',
  id: 'o1',
  reference: 'PAY-7K2M',
  method_label: 'Visa •••• 4242',
  total_micros: 50_000_000,
  at,
}
const CALL: Found = {
  kind: 'request',
  id: 'c1',
  task_id: null,
  request_id: 'c1',
  path: '/v3/serp/google/organic/live',
  status_code: CODE.invalidField,
  status_class: 'validation',
  at,
}
const MEMBER: Found = { kind: 'member', id: '7', name: 'Ada Usage', email: 'ada@example.com', role: 'viewer' }

const command = (id: string, label: string, group: Command['group'] = 'screens', isDeep = false): Command => ({
  id,
  label,
  group,
  icon: 'chart',
  isDeep,
  run: () => undefined,
})
const KNOWN = [
  command('screen-a', 'Usage'),
  command('screen-b', 'Usage of machines'),
  command('card-c', 'Usage › Live tasks', 'screens', true),
  command('code-50', 'Error code 50301', 'codes', true),
]
const shown = (found: Found[], typed: string, uses: Record<string, number> = {}, modules = ALL) =>
  rankCommands(KNOWN, foundCommands(found, { modules }, formats), typed, uses)
    .filter(({ commands }) => commands.length > 0)
    .map(({ id, commands }) => `${id}: ${commands.map(({ label }) => label).join(', ')}`)

test('a failed call opens in Usage and in Errors, and only in screens that are listed', () => {
  expect(shown([CALL], 'c1').join()).toMatch(/Usage › serp.*, Errors › serp/)
  const posted = { ...CALL, task_id: 't-0312', status_class: 'queued' as const }
  expect(shown([posted], 't-0312'), 'by the id of its task').toEqual([expect.stringContaining('Usage › serp')])
  expect(shown([CALL], 'c1', {}, listed('/api-detail')).join()).not.toMatch(/Errors/)
  expect(shown([INVOICE, PAYMENT, MEMBER], '4242', {}, listed('/api-detail'))).toEqual([])
})

test('words beside a number describe the thing, in any language, and exclude the others', () => {
  expect(shown([INVOICE, PAYMENT], 'Rechnung 50')).toEqual(['billing: Invoice P-2026-000012'])
  expect(shown([INVOICE, PAYMENT], 'visa 4242')).toEqual(['billing: Payment PAY-7K2M'])
  expect(shown([INVOICE, PAYMENT], 'tomato 4242')).toEqual([])
})

test('a number leads with the thing that has it, a name with the screen that has it', () => {
  expect(shown([INVOICE], '50301')[0]).toBe('billing: Invoice P-2026-000012')
  expect(shown([MEMBER], 'usage')).toEqual(['screens: Usage, Usage of machines, Usage › Live tasks', 'team: Ada Usage'])
})

test('among equal matches the entry that was chosen most is first', () => {
  const uses = { 'card-c': 3, 'screen-b': 1 }
  expect(shown([], 'usage o', uses)).toEqual(['screens: Usage of machines'])
  expect(shown([], 'usa', uses)[0]).toBe('screens: Usage › Live tasks, Usage of machines, Usage')
})

test('before anything is typed, what was chosen most is offered first and once', () => {
  expect(shown([], '', { 'card-c': 2 })).toEqual(['used: Usage › Live tasks', 'screens: Usage, Usage of machines'])
  expect(shown([], '')).toEqual(['screens: Usage, Usage of machines'])
})

test('among functions with the typed word in their names, those the login calls come first', () => {
  const known: Command[] = [
    command('endpoint-a', 'Google-Maps-Orte', 'endpoints', true),
    { ...command('endpoint-b', 'Organische Google-Ergebnisse', 'endpoints', true), usedRank: 0 },
    { ...command('endpoint-c', 'Bewertungen', 'endpoints', true), text: 'google', usedRank: 1 },
  ]
  const [first] = rankCommands(known, [], 'google', {})
  expect(first?.commands.map(({ id }) => id)).toEqual(['endpoint-b', 'endpoint-a', 'endpoint-c'])
})

test('what can be opened here precedes a page of the documentation', () => {
  const known: Command[] = [
    { ...command('endpoint-a', 'Rechnungen', 'endpoints', true), isExternal: true },
    command('card-b', 'Zahlungen › Rechnungen', 'screens', true),
  ]
  expect(rankCommands(known, [], 'rechnung', {})[0]?.id).toBe('screens')
})
