import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import { ROLE_NAMES, ROLES } from '@portico/contract/role.ts'
import { describe, expect, test } from 'vitest'
import { openKeys, sameText } from '#crypto/keys.ts'
import { readEnv } from '#env/env.ts'
import { textsIn } from '#i18n/translate.ts'
import { SAMPLES, SITE, TEST_SETTINGS } from '#testing/mail/mail.ts'
import { readBrand } from '#whitelabel/index.ts'
import { contrast } from './accent.ts'
import { type MailBrand, mailBrandOf, senderOf } from './brand.ts'
import { compose, REASONS } from './compose.ts'
import { isTemplate, type MailData, SENDING, TEMPLATES, type Template } from './templates.ts'
import { unsubscribeHash, unsubscribeUrl } from './unsubscribe-url.ts'

const env = readEnv(TEST_SETTINGS)
const own = readBrand(env.provider_dir)
const ctx = { env, keys: openKeys('/nowhere', env.secret) }
const NAMES = Object.keys(TEMPLATES).filter(isTemplate)
const EVERY = NAMES.flatMap((template) => LANGUAGES.map((language) => ({ template, language })))

function written<T extends Template>(
  template: T,
  language: Language,
  data: MailData<T>,
  brand: MailBrand = { title: 'Portico', accent: '#ffcc00', origin: SITE },
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

/** In the format of each language: $9.998, 9,998 $. */
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

test.each(EVERY)('$template in $language shows all its data', ({ template, language }) => {
  const { text, html } = sample(template, language)
  for (const [field, value] of Object.entries(SAMPLES[template])) {
    if (field === 'role') {
      const role = ROLES.find((known) => known === value)
      expect(text).toContain(role && textsIn(language)(ROLE_NAMES[role]))
    } else if (field === 'at') {
      expect(text).toMatch(/2026.*\b0?9:15 UTC/)
    } else if (field === 'until') expect(text).toMatch(/April|апреля|abril|avril/)
    else if (field === 'provider') expect(text).toContain('GitHub')
    // It names what is attached, for us alone.
    else if (field === 'document_id') expect(text).not.toContain(value)
    else if (field === 'action') expect(text).not.toContain(`undefined`)
    else if (field === 'owner_id') expect(text).not.toMatch(new RegExp(`\\b${value}\\b`))
    // They choose the sentence.
    else if (field === 'of' || field === 'line') expect(text).toContain('winter sale')
    else if (field === 'period') expect(text).toMatch(/2026/)
    else if (field === 'month') expect(text).toMatch(/(Feb|Фев|févr)\S* (de )?2026/i)
    else if (field.endsWith('_micros')) expect(text).toContain(inDollars(Number(value), language))
    else if (field.endsWith('link')) {
      expect(text.split('\n')).toContain(value)
      expect(html).toContain(`href="${escaped(String(value))}"`)
    } else {
      expect(text).toContain(String(value))
      expect(html).toContain(escaped(String(value)))
    }
  }
  for (const line of sentences(text)) expect(html).toContain(escaped(line.replace(/\u00a0?:$/, '')))
})

// An update of an incident comes in the language of its reader.
test.each(EVERY.filter(({ template, language }) => language !== 'en' && template !== 'status_update'))(
  '$template in $language has no English left',
  ({ template, language }) => {
    const english = new Set([...sentences(sample(template, 'en').text), sample(template, 'en').subject])
    const { text, subject } = sample(template, language)
    expect([...sentences(text), subject].filter((line) => english.has(line))).toEqual([])
    if (language === 'ru') expect(sentences(text).filter((line) => !/\p{Script=Cyrillic}/u.test(line))).toEqual([])
  },
)

test('the button has the bare address far below it in small type, and readable text on the colour of the brand', () => {
  const { html } = written('reset', 'en', SAMPLES.reset, { title: 'Bright', accent: '#ffcc00' })
  expect(html.split(escaped(SAMPLES.reset.link))).toHaveLength(4)
  expect(html).toMatch(/background:#ffcc00.*color:#14171d/)
  const bare = html.indexOf(`>${escaped(SAMPLES.reset.link)}</a>`)
  expect(bare).toBeGreaterThan(html.indexOf('Your password stays as it is.'))
  expect(html.slice(html.lastIndexOf('<td', bare), bare)).toContain('font-size:12px')
  expect(written('reset', 'en', SAMPLES.reset, { title: 'Dark', accent: '#102040' }).html).toMatch(
    /background:#102040.*color:#ffffff/,
  )
  const broken = { title: 'Broken', accent: 'red;background:url(https://evil.example)' }
  expect(written('reset', 'en', SAMPLES.reset, broken).html).not.toContain('evil.example')
})

test.each(['#102040', '#000000', '#2d5fd3', '#ffcc00', '#d01030', '#ffffff', '#7a0000'])(
  'a button of %s is visible on a dark mail, and its text readable',
  (accent) => {
    const { html } = written('reset', 'en', SAMPLES.reset, { title: 'Brand', accent })
    const [, fill = ''] = /\.button\{background:(#[0-9a-f]{6})!important\}/.exec(html) ?? []
    const [, text = ''] = /\.button a\{color:(#[0-9a-f]{6})!important\}/.exec(html) ?? []
    expect(contrast(fill, '#14171c')).toBeGreaterThanOrEqual(3)
    expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5)
  },
)

const EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&'

test.each(EVERY)('no data of $template in $language becomes markup', ({ template, language }) => {
  const nasty = Object.entries(SAMPLES[template]).map(([field, value]) => [
    field,
    ['role', 'provider', 'at', 'until', 'month', 'document_id', 'of', 'line', 'period', 'action'].includes(field) ||
    field.endsWith('link') ||
    typeof value === 'number'
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

test('a link that is no web address is left out', () => {
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '/relative', ''])
    expect(TEMPLATES.reset.safeParse({ ...SAMPLES.reset, link }).success).toBe(false)
})

const SENT_BY = { ...own, origin: new URL(SITE) }

test('a mail has the brand it was written under, and its sender too', () => {
  const operator = readEnv({ ...TEST_SETTINGS, MAIL_FROM: 'Portico Accounts <mail@portico.example>' })
  const other = { title: 'Other Brand', wl_id: 7, mail_from: null }
  expect(senderOf(operator, own)).toEqual({ name: 'Portico Accounts', address: 'mail@portico.example' })
  expect(senderOf(operator, other)).toEqual({ name: 'Other Brand', address: 'mail@portico.example' })
  expect(senderOf(env, own)).toEqual({ name: 'Portico', address: 'no-reply@mail.example.com' })
  const { from, subject, html, text } = written('reset', 'en', SAMPLES.reset, { title: 'Other Brand', accent: null })
  expect([from.name, subject]).toEqual(['Other Brand', 'Set a new password for Other Brand'])
  expect(html + text).not.toContain('Portico')
})

test('a white-label sends from its own address, or from the operator’s address for all of them', () => {
  const operator = readEnv({ ...TEST_SETTINGS, WHITELABEL_MAIL_FROM: 'Mail <no-reply@neutral.example>' })
  const brand = { title: 'Other', wl_id: 7, mail_from: 'mail@other.example' }
  expect(senderOf(operator, brand).address).toBe('mail@other.example')
  expect(senderOf(operator, { ...brand, mail_from: null }).address).toBe('no-reply@neutral.example')
  expect(senderOf(operator, own).address).toBe('no-reply@mail.example.com')
})

const ACME = {
  ...own,
  title: 'Acme Data',
  wl_id: 7,
  mail_from: 'mail@acme.example',
  support_email: 'help@acme.example',
  imprint: 'Acme GmbH\nHauptstr. 1, Bonn',
  logo_url: 'https://pictures.example/logo.png',
}
const ACME_SITE = { brand: ACME, origin: new URL('https://data.acme.example') }
const BARE = {
  ...ACME,
  mail_from: null,
  support_email: null,
  contact_url: null,
  help_link: null,
  imprint: null,
  logo_url: null,
}
const PROVIDER = readEnv({ ...TEST_SETTINGS, WHITELABEL_MAIL_FROM: 'no-reply@neutral.example' })

/** As a mail of this kind would hold it: every link at the brand's own host. */
function acmes(template: Template) {
  return TEMPLATES[template].parse(
    JSON.parse(JSON.stringify(SAMPLES[template]).replaceAll(SITE, ACME_SITE.origin.origin)),
  )
}

describe('every mail of a white-label in every language', () => {
  test.each(EVERY)('$template in $language has logo, reason, support, imprint, and nothing of the provider', (kind) => {
    const { template, language } = kind
    const mail = written(template, language, acmes(template), mailBrandOf(PROVIDER, ACME_SITE))
    const { text, html, from, reply_to } = mail
    const reason = textsIn(language)(REASONS[SENDING[template].reason], { brand: 'Acme Data', to: 'ann@example.com' })
    for (const part of [text, html]) {
      expect(part).toContain(part === html ? escaped(reason) : reason)
      expect(part).toContain('help@acme.example')
      for (const line of ['Acme GmbH', 'Hauptstr. 1, Bonn']) expect(part).toContain(line)
    }
    expect(html).toContain('<img src="https://pictures.example/logo.png" alt="Acme Data"')
    expect([from, reply_to]).toEqual([{ name: 'Acme Data', address: 'mail@acme.example' }, 'help@acme.example'])
    expect(JSON.stringify(mail)).not.toMatch(/portico|mail\.example\.com/i)
  })

  test.each(EVERY)('$template in $language leaves out what is not set, and never shows the provider’s', (kind) => {
    const { template, language } = kind
    const mail = written(template, language, acmes(template), mailBrandOf(PROVIDER, { ...ACME_SITE, brand: BARE }))
    expect(mail.html).not.toContain('<img')
    expect(mail.text).not.toContain(textsIn(language)('Questions?'))
    expect([mail.from.address, mail.reply_to]).toEqual(['no-reply@neutral.example', undefined])
    expect(JSON.stringify(mail)).not.toMatch(/portico|mail\.example\.com/i)
  })
})

test.each(LANGUAGES)('the subject of an alert in %s names the limit', (language) => {
  const subject = (scope: string, percent: number) =>
    written('alert_limit', language, { ...SAMPLES.alert_limit, scope, percent }).subject
  for (const percent of [50, 80, 100]) {
    expect(subject('serp/google/organic', percent)).toContain('serp/google/organic')
    expect(subject('', percent)).not.toMatch(/serp|\(\)/)
    expect(subject('', percent)).toBe(subject('', percent).trim())
  }
})

describe('a mail that can be turned off offers it, and no other does', () => {
  test.each(EVERY)('$template in $language', ({ template, language }) => {
    const { text, html, headers } = sample(template, language)
    const is_alert = template.startsWith('alert_')
    const is_update = template === 'status_update'
    for (const part of [text, html]) {
      expect(part.includes('/unsubscribe/')).toBe(is_alert || is_update)
      const preferences = textsIn(language)('E-mail preferences')
      expect(part.includes(escaped(preferences)) || part.includes(preferences)).toBe(is_alert)
    }
    expect('List-Unsubscribe' in headers).toBe(is_alert || is_update)
    // One click would also silence the warning that the money runs out.
    expect('List-Unsubscribe-Post' in headers).toBe(is_update)
  })
})

test('a logo in SVG is replaced by the one for mails, or by the name', () => {
  const svg = { ...ACME, logo_url: 'https://pictures.example/logo.svg' }
  const shown = (brand: typeof svg & { mail_logo_url: string | null }) =>
    written('reset', 'en', SAMPLES.reset, mailBrandOf(env, { ...SENT_BY, brand })).html
  expect(shown(svg)).not.toContain('<img')
  expect(shown({ ...svg, mail_logo_url: 'https://pictures.example/logo.png' })).toContain('logo.png')
})

test.each([
  ['identity_linked', '/users/profile'],
  ['team_joined', '/api-access#team'],
] as const)('%s has a button to the screen that helps to fix it: %s', (template, path) => {
  for (const language of LANGUAGES) {
    const { html, text } = sample(template, language)
    expect(html).toMatch(new RegExp(`class="button"[^>]*><a href="${SITE}${path}"`))
    expect(text.split('\n')).toContain(SITE + path)
  }
})

test('impersonation_notice has a button to the support, where there is one', () => {
  const { html } = written('impersonation_notice', 'en', SAMPLES.impersonation_notice, mailBrandOf(env, ACME_SITE))
  expect(html).toMatch(/class="button"[^>]*><a href="mailto:help@acme\.example"/)
  expect(sample('impersonation_notice', 'en').html).not.toContain('class="button"')
})

test.each(LANGUAGES)('an invitation in %s names the team’s owner, and no name twice', (language) => {
  const data = { ...SAMPLES.invitation, team: 'Dana Demo', inviter: 'Dana Demo' }
  const [, lead = ''] = written('invitation', language, data).text.split('\n\n')
  expect(lead.split('Dana Demo')).toHaveLength(2)
  const [, other = ''] = sample('invitation', language).text.split('\n\n')
  expect([other.includes('Bob Ray'), other.includes('Blue Team')]).toEqual([true, true])
})

test.each(EVERY.filter(({ language }) => language === 'fr'))(
  '$template in French has a blank before every colon and question mark',
  ({ template, language }) => {
    const brand = mailBrandOf(env, ACME_SITE)
    const { text } = written(template, language, SAMPLES[template], brand)
    const prose = text.replace(/(https?:|mailto:)\S+|\d\d:\d\d/g, '')
    expect(prose.match(/[^\u00a0\u202f][:?]/g)).toBeNull()
  },
)

test('a mail to a reader without a name has a greeting, too', () => {
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

test('P6 the unsubscribe address is of the configured origin and verifies its recipient', () => {
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
