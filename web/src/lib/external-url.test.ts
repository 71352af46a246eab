import { expect, test } from 'vitest'
import { externalUrl } from './external-url.ts'

test.for([
  ['https://community.example/sso?jwt=a', 'https://community.example/sso?jwt=a'],
  ['http://localhost:4000/a', 'http://localhost:4000/a'],
  ['http://127.0.0.1/', 'http://127.0.0.1/'],
  ['http://community.example/', undefined],
  ['http://localhost.evil.example/', undefined],
  ['https://user:pass@evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,a', undefined],
  ['//evil.example', undefined],
  ['/own', undefined],
  ['', undefined],
] as const)('HD-05 CA-06 an external address is followed only over https, or on this machine: %s', ([url, to]) => {
  expect(externalUrl(url)).toBe(to)
})
