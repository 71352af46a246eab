import { boot as bootSchema } from '@portico/contract/boot.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { drawDocument, escapeHtml, escapeJson } from './document.ts'
import type { WebBuild } from './web-build.ts'

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '</SCRIPT >',
  '<!--<script>',
  '-->',
  ']]>',
  '\u2028\u2029',
  '"\'`\\',
  '&lt;&#60;',
  '\u001b[31m\u0007',
  '{{7*7}}',
  '\ud800',
]

const it = sharedApp()

/** The boot data as a browser would find it: the text up to the first thing that ends a script element. */
function bootIn(html: string): unknown {
  const [, rest = ''] = html.split('<script type="application/json" id="boot">')
  return JSON.parse(rest.slice(0, rest.search(/<\/script/i)))
}

const elementsIn = (html: string) => [...html.matchAll(/<\/?[a-z][a-z0-9]*/gi)].map(([tag]) => tag.toLowerCase())

test.each(HOSTILE)('F8 a user called %j stays data in the page', async (name) => {
  const plain = await it.addUser({ email: `plain${HOSTILE.indexOf(name)}@example.com`, name: 'Ann' })
  const hostile = await it.addUser({
    email: `x${HOSTILE.indexOf(name)}@example.com`,
    name: name,
  })
  const pages = []
  for (const { email } of [plain, hostile]) {
    const browser = await it.signedIn(email)
    pages.push((await browser.open('/api-dashboard')).body)
  }
  const [usual = '', attacked = ''] = pages
  expect(elementsIn(attacked)).toEqual(elementsIn(usual))
  expect(bootIn(attacked)).toMatchObject({ user: { name: hostile.name } })
})

test.each(HOSTILE)('F8 a brand called %j stays text in the title and data in the script', async (title) => {
  const usual = (await it.browser().open('/signin')).body
  const branded = await it.sibling({ brand: { title, seals: [{ text: title, url: null }] } })
  const { body } = await branded.browser().open('/signin')
  expect(elementsIn(body)).toEqual(elementsIn(usual))
  expect(bootIn(body)).toMatchObject({ brand: { seals: [{ text: title }] } })
})

test('F8 no value breaks out of its script element, and every one can be read back', () => {
  const hostile = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...HOSTILE))
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue())), (value) => {
      const text = escapeJson(value)
      expect(text).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
    }),
  )
})

test('F8 text in markup can neither open an element nor leave its attribute', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => !/[<>"']/.test(escapeHtml(text))))
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;&#38;')
})

test('F8 a hostile address stays inside the page it requests', async () => {
  const path = '/signin/%3C/script%3E%3Cscript%3Ealert(1)?x="><script>'
  const { body } = await it.browser().open(path)
  expect(elementsIn(body)).toEqual(elementsIn((await it.browser().open('/signin')).body))
})

test('the boot data in the page is what the contract declares, with nothing else in it', async () => {
  await it.addUser({ email: 'ann@example.com' })
  const browser = await it.signedIn('ann@example.com')
  const found = bootIn((await browser.open('/')).body)
  expect(bootSchema.parse(found)).toEqual(found)
  expect(JSON.stringify(found)).not.toMatch(/argon2|password_hash|token_hash|public_id/)
})

test('CO-06 colours and pictures of a brand reach the style and the policy only in their strict shape', async () => {
  const branded = await it.sibling({
    brand: {
      accent: '#1a2b3c',
      radius: 99,
      logo_url: 'https://cdn.example/logo.png',
      favicon_url: 'https://img.example/f.ico',
    },
  })
  const { body, headers } = await branded.browser().open('/signin')
  expect(body).toContain('html{--brand-accent:#1a2b3c;--brand-radius:16px;}')
  expect(body).toContain('<link rel="icon" href="https://img.example/f.ico">')
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://cdn.example https://img.example;")
  const hostile = await it.sibling({ brand: { accent: 'red;}</style><script>', favicon_url: 'javascript:alert(1)' } })
  const attacked = await hostile.browser().open('/signin')
  expect(attacked.body).not.toContain('--brand-accent')
  expect(attacked.headers['content-security-policy']).not.toContain('javascript')
})

test('a drawn page is painted by its first part, and its scripts come after', async () => {
  const { body } = await it.browser().open('/signin')
  const [painted = '', rest = ''] = body.split(/<script nonce/, 2)
  expect(painted).toContain('</main>')
  expect(painted).toMatch(/<body [^>]*class="system">/)
  expect(painted).not.toMatch(/modulepreload|rel="preload"|<script/)
  expect(rest).toContain('<style nonce')
})

test('no browser fetches a style that is in the page', async () => {
  const { body } = await it.browser().open('/signin')
  const links = body.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  expect(links).not.toHaveLength(0)
  for (const link of links) expect(link).toContain('type="text/plain"')
})

/** A build that counts what it draws; the first segment is the page. */
function countingBuild() {
  const drawn: string[] = []
  const build: WebBuild = {
    root: '',
    entry: '/assets/main.js',
    messages: {},
    console: { entry: '', scripts: [], styles: [], messages: {} },
    own_messages: new Map(),
    titleIn: (_, title) => title,
    styleText: () => '',
    filesOf: () => ({ scripts: [], styles: [] }),
    templateOf: (url) => url.split(/[?/]/)[1] ?? '',
    busyTexts: () => ({ title: '', text: '', again: '' }),
    draw: async (url, { language }) => {
      drawn.push(`${url} ${language}`)
      return { sources: [], title: language, html: `<h1>${language}</h1>` }
    },
  }
  return { build, drawn }
}
const NOTHING_ELSE = { frame: [], trusted_types: [] }

test('SEC-L15 a hundred visitors with a hundred queries, and with e-mails from links, have one page drawn', async () => {
  const boot = bootSchema.parse(bootIn((await it.browser().open('/signin')).body))
  const { build, drawn } = countingBuild()
  for (let at = 0; at < 100; at += 1) {
    await drawDocument(build, `/signin?utm_source=${at}`, boot, NOTHING_ELSE)
    await drawDocument(build, `/signin/error-${at}`, boot, NOTHING_ELSE)
  }
  expect(drawn).toEqual(['/signin?utm_source=0 en'])
  for (let at = 0; at < 100; at += 1)
    await drawDocument(build, '/signin', { ...boot, staged_email: `${at}@example.com` }, NOTHING_ELSE)
  expect(drawn).toHaveLength(2)
  const { parts } = await drawDocument(build, '/signin', { ...boot, staged_email: 'own@example.com' }, NOTHING_ELSE)
  expect(bootIn(parts.join(''))).toMatchObject({ staged_email: 'own@example.com' })
})

test('a public page is drawn once for visitors with the same preferences, and gets a new nonce for each', async () => {
  const boot = bootSchema.parse(bootIn((await it.browser().open('/signin')).body))
  const { build, drawn } = countingBuild()
  const draw = (url: string, given = boot) => drawDocument(build, url, given, NOTHING_ELSE)
  const [first, second] = [await draw('/signin'), await draw('/signin')]
  expect(drawn).toEqual(['/signin en'])
  expect(second.parts[0]).toContain('<h1>en</h1>')
  expect(second.csp).not.toBe(first.csp)
  expect((await draw('/signin', { ...boot, language: 'de' })).parts[0]).toContain('<h1>de</h1>')
  expect(drawn).toEqual(['/signin en', '/signin de'])
})
