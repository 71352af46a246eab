import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import { ROLES } from '@portico/contract/role.ts'
import { expect, test } from 'vitest'
import { readBrand } from '#whitelabel/room.ts'
import { readEnv } from '../env.ts'
import { openKeys, sameText } from '../keys.ts'
import { compose, senderOf } from './compose.ts'
import { isTemplate, type MailData, TEMPLATES, type Template } from './templates.ts'
import { SAMPLES, SITE, TEST_SETTINGS } from './test-mail.ts'
import { unsubscribeHash, unsubscribeUrl } from './unsubscribe-url.ts'
import { TEXTS } from './write-letter.ts'

const env = readEnv(TEST_SETTINGS)
const ctx = { env, keys: openKeys('/nowhere', env.secret), brand: readBrand(env.provider_dir) }
const NAMES = Object.keys(TEMPLATES).filter(isTemplate)
const EVERY = NAMES.flatMap((template) => LANGUAGES.map((language) => ({ template, language })))

function written<T extends Template>(
  template: T,
  language: Language,
  data: MailData<T>,
  brand: { title: string; accent: string | null } = { title: 'Portico', accent: '#ffcc00' },
) {
  const row = {
    message_id: '<1@x>',
    to_address: 'ann@example.com',
    brand,
    created_at: new Date('2026-03-02T10:00:00Z'),
  }
  return compose(ctx, row, { language, template, data })
}

const sample = (template: Template, language: Language) => written(template, language, SAMPLES[template])

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The sentences: no addresses, and nothing that every language shares. */
function sentences(text: string): string[] {
  return text.split('\n').filter((line) => /\p{L}{2}/u.test(line) && !line.startsWith('http') && line !== 'K7MQ2X')
}

/** As each language writes it: $9.998, 9,998 $. */
function inDollars(micros: number, language: Language): string {
  const [whole, rest = ''] = String(micros / 1_000_000).split('.')
  const digits = rest.padEnd(2, '0')
  return language === 'en' ? `$${whole}.${digits}` : `${whole},${digits}\u00a0$`
}

test.each(EVERY)('$template in $language is complete', ({ template, language }) => {
  const { subject, text, html, from, to } = sample(template, language)
  expect([from.name, to]).toEqual(['Portico', 'ann@example.com'])
  expect(subject).toContain('Portico')
  expect(`${text} ${html} ${subject}`).not.toMatch(/undefined|null|NaN|\[object|\$\{|Invalid/)
  expect(text + subject + html.replaceAll('!important', '').replace('<!doctype html>', '')).not.toContain('!')
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain(`<title>${escaped(subject)}</title>`)
})

test.each(EVERY)('$template in $language shows all it was given', ({ template, language }) => {
  const { text, html } = sample(template, language)
  for (const [field, value] of Object.entries(SAMPLES[template])) {
    if (field === 'role') {
      const role = ROLES.find((known) => known === value)
      expect(text).toContain(role && TEXTS[language].roles[role])
    } else if (field === 'at') {
      expect(text).toMatch(/2026.*\b0?9:15 UTC/)
    } else if (field === 'provider') expect(text).toContain('GitHub')
    else if (field.endsWith('_micros')) expect(text).toContain(inDollars(Number(value), language))
    else if (field.endsWith('link')) {
      expect(text.split('\n')).toContain(value)
      expect(html).toContain(`href="${escaped(String(value))}"`)
    } else {
      expect(text).toContain(String(value))
      expect(html).toContain(escaped(String(value)))
    }
  }
  for (const line of sentences(text)) expect(html).toContain(escaped(line.replace(/:$/, '')))
})

test.each(EVERY.filter(({ language }) => language !== 'en'))(
  '$template in $language has no English left',
  ({ template, language }) => {
    const english = new Set([...sentences(sample(template, 'en').text), sample(template, 'en').subject])
    const { text, subject } = sample(template, language)
    expect([...sentences(text), subject].filter((line) => english.has(line))).toEqual([])
    if (language === 'ru') expect(sentences(text).filter((line) => !/\p{Script=Cyrillic}/u.test(line))).toEqual([])
  },
)

test('the button has the bare address below it, and a text that can be read on the colour of the brand', () => {
  const { html } = written('reset', 'en', SAMPLES.reset, { title: 'Bright', accent: '#ffcc00' })
  expect(html.split(escaped(SAMPLES.reset.link))).toHaveLength(4)
  expect(html).toMatch(/background:#ffcc00.*color:#14171d/)
  expect(written('reset', 'en', SAMPLES.reset, { title: 'Dark', accent: '#102040' }).html).toMatch(
    /background:#102040.*color:#ffffff/,
  )
  const broken = { title: 'Broken', accent: 'red;background:url(https://evil.example)' }
  expect(written('reset', 'en', SAMPLES.reset, broken).html).not.toContain('evil.example')
})

const EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&'

test.each(EVERY)('nothing given to $template in $language becomes markup', ({ template, language }) => {
  const nasty = Object.entries(SAMPLES[template]).map(([field, value]) => [
    field,
    ['role', 'provider', 'at'].includes(field) || field.endsWith('link') || typeof value === 'number'
      ? value
      : `${value} ${EVIL}`,
  ])
  const data = TEMPLATES[template].parse(Object.fromEntries(nasty))
  const { html } = written(template, language, data, { title: `Portico ${EVIL}`, accent: null })
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&#60;script&#62;')
  const tags = (of: string) => of.match(/<[a-z/!][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0])
  expect(tags(html)).toEqual(tags(sample(template, language).html))
})

test('a link that is no web address is not written', () => {
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '/relative', ''])
    expect(TEMPLATES.reset.safeParse({ ...SAMPLES.reset, link }).success).toBe(false)
})

test('the brand of the mail is the one it was written under, and its sender too', () => {
  const operator = { ...ctx, env: readEnv({ ...TEST_SETTINGS, MAIL_FROM: 'Portico Accounts <mail@portico.example>' }) }
  expect(senderOf(operator, 'Portico')).toEqual({ name: 'Portico Accounts', address: 'mail@portico.example' })
  expect(senderOf(operator, 'Other Brand')).toEqual({ name: 'Other Brand', address: 'mail@portico.example' })
  expect(senderOf(ctx, 'Portico')).toEqual({ name: 'Portico', address: 'no-reply@mail.example.com' })
  const { from, subject, html, text } = written('reset', 'en', SAMPLES.reset, { title: 'Other Brand', accent: null })
  expect([from.name, subject]).toEqual(['Other Brand', 'Set a new password for Other Brand'])
  expect(html + text).not.toContain('Portico')
})

test('a mail to someone without a name greets all the same', () => {
  expect(written('reset', 'en', { ...SAMPLES.reset, name: '' }).text.split('\n')[0]).toBe('Hello,')
  expect(sample('invitation', 'de').text.split('\n')[0]).toBe('Guten Tag,')
})

test.each(LANGUAGES)(
  'RO-04 an invitation by the owner, after whom the team is called, names them once in its sentence: %s',
  (language) => {
    const lead = (inviter: string) => {
      const { text } = written('invitation', language, { ...SAMPLES.invitation, team: 'Dana Demo', inviter })
      return text.replace(/\s+/g, ' ')
    }
    expect(lead('Dana Demo').split('Dana Demo').length - 1).toBe(1)
    expect(lead('Bob Ray').split('Dana Demo').length - 1).toBe(1)
    expect(lead('Bob Ray').split('Bob Ray').length - 1).toBe(1)
  },
)

test('P6 the unsubscribe address is of the configured origin and proves whom it was sent to', () => {
  const url = new URL(unsubscribeUrl(ctx, SITE, 'Ann/x?@example.com'))
  expect(url.origin).toBe(SITE)
  const [, first, email = '', hash = ''] = url.pathname.split('/')
  expect([first, decodeURIComponent(email)]).toEqual(['unsubscribe', 'Ann/x?@example.com'])
  expect(sameText(hash, unsubscribeHash(ctx, ' ann/x?@EXAMPLE.com '))).toBe(true)
  expect(sameText(hash, unsubscribeHash(ctx, 'bob@example.com'))).toBe(false)
  expect(unsubscribeHash({ keys: openKeys('/nowhere', 'another secret, also long enough') }, 'a@b.cd')).not.toBe(
    unsubscribeHash(ctx, 'a@b.cd'),
  )
})
