import { expect, test } from 'vitest'
import { isPublicDomain } from './public-domains.ts'

test.each([
  ...[
    'yahoo.ca',
    'hotmail.nl',
    'gmx.co.uk',
    'mail.de',
    'yahoo.co.jp',
    'outlook.com.br',
    'live.fi',
    'yandex.kz',
    'proton.me',
  ],
  ...['gmail.com', 'web.de', 'qq.com', 'comcast.net', 'mailbox.org', 'mail.gmail.com', 'eu.yahoo.com'],
  ...['co.uk', 'com', 'de', 'com.br', 'github.io', 'blogspot.com', 'xn--p1ai', 'localhost'],
])('SEC2-N9 %s cannot be claimed: anyone gets an address or a name there', (domain) => {
  expect(isPublicDomain(domain)).toBe(true)
})

test.each([
  ...['acme.com', 'acme.co.uk', 'mail.acme.com', 'yahoo-inc.com', 'livenation.com', 'acme.github.io', 'acme.test'],
  ...['xn--mller-kva.de', 'gmxshop.de', 'orange.com', 'sub.acme.com.br'],
])('SEC2-N9 %s can be claimed', (domain) => {
  expect(isPublicDomain(domain)).toBe(false)
})
