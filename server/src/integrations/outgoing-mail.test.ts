import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { SAMPLE_MAIL } from '#testing/integrations/sample-mail.ts'
import { mailFailure } from './mail-failure.ts'
import { asMessage, type OutgoingMail } from './outgoing-mail.ts'

const MAIL: OutgoingMail = {
  ...SAMPLE_MAIL,
  headers: { 'List-Unsubscribe': '<https://portico.example/unsubscribe/a/b>' },
}

const transport = createTransport({ streamTransport: true, buffer: true })

async function written(mail: OutgoingMail): Promise<{ raw: string; envelope: unknown }> {
  const { message, envelope } = await transport.sendMail(asMessage(mail))
  return { raw: String(message), envelope }
}

function headerNames(raw: string): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  return head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase() ?? '')
}

test('A12 a mail goes to the given recipient alone', async () => {
  const { raw, envelope } = await written(MAIL)
  expect(envelope).toEqual({ from: 'no-reply@portico.example', to: ['ann@example.com'] })
  const { to, cc, bcc } = await PostalMime.parse(raw)
  expect([to?.map(({ address }) => address), cc, bcc]).toEqual([['ann@example.com'], undefined, undefined])
})

const NOT_ONE_ADDRESS = [
  '',
  'ann',
  'ann@example.com,eve@example.com',
  'ann@example.com;eve@example.com',
  'ann@example.com eve@example.com',
  'Ann <ann@example.com>',
  'ann@example.com\r\nBcc: eve@example.com',
  'ann@example.com\nRCPT TO:<eve@example.com>',
  '"ann@example.com, eve"@example.com',
  'team:ann@example.com;',
  'ann@example.com>,<eve@example.com',
]

test.each(NOT_ONE_ADDRESS)('A12 anything but one plain address is refused for good: %j', (to) => {
  const attempt = () => asMessage({ ...MAIL, to })
  expect(attempt).toThrow('not an address')
  try {
    attempt()
  } catch (error) {
    expect(mailFailure(error).is_final).toBe(true)
  }
})

test('text in a name, a subject or a header cannot add a header or reach the body', {
  timeout: 30_000,
}, async () => {
  const expected = headerNames((await written(MAIL)).raw).sort()
  const nasty = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 120 }),
    fc
      .array(
        fc.constantFrom(
          '\r\n',
          '\r',
          '\n',
          '\u2028',
          '\u0085',
          '\0',
          'Bcc: eve@example.com',
          ' ',
          '"',
          '<',
          '>',
          ':',
          'é',
          '=?utf-8?q?=0ABcc:x?=',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (name, subject, value) => {
      const mail = { ...MAIL, from: { ...MAIL.from, name }, subject, headers: { 'X-Value': `a${value}` } }
      const { raw, envelope } = await written(mail)
      const names = headerNames(raw).filter((header) => header !== 'x-value' && header !== 'subject')
      expect(names.sort()).toEqual(expected.filter((header) => header !== 'list-unsubscribe' && header !== 'subject'))
      expect(envelope).toEqual({ from: MAIL.from.address, to: [MAIL.to] })
      const parsed = await PostalMime.parse(raw)
      expect(parsed.to?.map(({ address }) => address)).toEqual([MAIL.to])
      expect(parsed.from?.address).toBe(MAIL.from.address)
      expect([parsed.cc, parsed.bcc, parsed.text?.trim()]).toEqual([undefined, undefined, 'Text'])
    }),
    { numRuns: 100 },
  )
})

test('a subject in any language arrives unchanged', async () => {
  for (const subject of ['Подтвердите адрес электронной почты для Portico', '„Übergrößen“ — 東京 🙂'])
    expect((await PostalMime.parse((await written({ ...MAIL, subject })).raw)).subject).toBe(subject)
})

test('a mail written twice is the same to the byte', async () => {
  expect((await written(MAIL)).raw).toBe((await written(MAIL)).raw)
})
