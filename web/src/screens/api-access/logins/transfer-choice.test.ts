import type { MoneyLogin } from '@portico/contract/money-login.ts'
import { expect, test } from 'vitest'
import { chooseLogins, type TransferStart } from './transfer-choice.ts'

const login = (name: string, movable_micros: number): MoneyLogin => ({
  login: name,
  kind: 'machine',
  balance_micros: movable_micros,
  movable_micros,
  kept_by: null,
})
const logins = [login('own', 5), login('etl', 0), login('crawl', 9)]

test.each<[TransferStart, [string, string] | undefined]>([
  [{}, ['crawl', 'own']],
  [{ to: 'etl' }, ['crawl', 'etl']],
  [{ to: 'crawl' }, ['own', 'crawl']],
  [{ from: 'own' }, ['own', 'etl']],
  [{ from: 'own', to: 'own' }, ['own', 'etl']],
  [{ from: 'gone', to: 'gone' }, ['crawl', 'own']],
])('a transfer that names %j is between %j', (input, expected) => {
  const choice = chooseLogins(logins, input)
  expect(choice && [choice.from.login, choice.to.login]).toEqual(expected)
})

test('a single login has no target for a transfer', () => {
  expect(chooseLogins([login('own', 5)], {})).toBeUndefined()
  expect(chooseLogins([], {})).toBeUndefined()
})
