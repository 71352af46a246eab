import { expect, test } from 'vitest'
import { misspeltSettings } from './misspelt.ts'
import { SETTINGS } from './settings.ts'

test.for([
  ['PUBLIC_URLL', 'PUBLIC_URL'],
  ['PUBLIC_UR', 'PUBLIC_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUST_PROXIE', 'TRUST_PROXY'],
  ['SMTP_UR', 'SMTP_URL'],
  ['public_url', 'PUBLIC_URL'],
] as const)('%s is taken for a misspelt %s', ([name, meant]) => {
  expect(misspeltSettings([name])).toEqual([{ name, meant }])
})

test('settings themselves and common environment variables are not reported', () => {
  const usual = [
    'PATH',
    'HOME',
    'USER',
    'SHELL',
    'LANG',
    'TERM',
    'PWD',
    'HOSTNAME',
    'HTTP_PROXY',
    'NODE_OPTIONS',
    'PGHOST',
    'TZ',
  ]
  expect(misspeltSettings([...SETTINGS, ...usual])).toEqual([])
})
