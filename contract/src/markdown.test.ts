import { expect, test } from 'vitest'
import { type Block, plainText, readInline, readMarkdown } from './markdown.ts'

/** Everything a description is drawn from: types, texts and addresses. */
function leaves(blocks: readonly Block[]): { types: Set<string>; texts: string[]; links: string[] } {
  const types = new Set<string>()
  const texts: string[] = []
  const links: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        if (key === 'type') types.add(String(one))
        else if (key === 'text') texts.push(String(one))
        else if (key === 'href') links.push(String(one))
        else walk(one)
      }
  }
  walk(blocks)
  return { types, texts, links }
}

test('a description in Markdown is read as paragraphs, lists, code, headings and links', () => {
  const text = [
    '**Starting a new project?** We recommend trying [Responses](/docs/api-reference/responses)',
    'to use *the latest* `tools`.',
    '',
    '## Notes',
    '- see <https://example.com/a_b_c>.',
    '- or [mail](mailto:a@example.com "us") us',
    '1. first',
    '```json',
    '{"a": "**b**"}',
    '```',
  ].join('\n')
  expect(readMarkdown(text)).toEqual([
    {
      type: 'paragraph',
      parts: [
        { type: 'strong', parts: [{ type: 'text', text: 'Starting a new project?' }] },
        { type: 'text', text: ' We recommend trying Responses\nto use ' },
        { type: 'em', parts: [{ type: 'text', text: 'the latest' }] },
        { type: 'text', text: ' ' },
        { type: 'code', text: 'tools' },
        { type: 'text', text: '.' },
      ],
    },
    { type: 'heading', parts: [{ type: 'text', text: 'Notes' }] },
    {
      type: 'list',
      is_ordered: false,
      items: [
        [
          { type: 'text', text: 'see ' },
          {
            type: 'link',
            href: 'https://example.com/a_b_c',
            parts: [{ type: 'text', text: 'https://example.com/a_b_c' }],
          },
          { type: 'text', text: '.' },
        ],
        [
          { type: 'text', text: 'or ' },
          { type: 'link', href: 'mailto:a@example.com', parts: [{ type: 'text', text: 'mail' }] },
          { type: 'text', text: ' us' },
        ],
      ],
    },
    { type: 'list', is_ordered: true, items: [[{ type: 'text', text: 'first' }]] },
    { type: 'code', text: '{"a": "**b**"}' },
  ])
})

test('a description in HTML is read as the same parts', () => {
  const html =
    '<b>Required scope: </b><code>tasks:read</code><br>Returns <em>all</em> of it &amp; more.<ul><li>one</li><li><a href="https://example.com/">two</a></li></ul>'
  expect(readMarkdown(html)).toEqual([
    {
      type: 'paragraph',
      parts: [
        { type: 'strong', parts: [{ type: 'text', text: 'Required scope:' }] },
        { type: 'code', text: 'tasks:read' },
        { type: 'text', text: '\nReturns ' },
        { type: 'em', parts: [{ type: 'text', text: 'all' }] },
        { type: 'text', text: ' of it & more.' },
      ],
    },
    {
      type: 'list',
      is_ordered: false,
      items: [
        [{ type: 'text', text: 'one' }],
        [{ type: 'link', href: 'https://example.com/', parts: [{ type: 'text', text: 'two' }] }],
      ],
    },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">press</a>',
  '[press](javascript:alert(1))',
  '[press](  data:text/html,<script>alert(1)</script>)',
  '[press](JaVaScRiPt:alert`1`)',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '![x](javascript:alert(1))',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '`<b>` **[a](vbscript:b)**',
])('nothing but text, code, emphasis and web links is made of %s', (hostile) => {
  const { types, links } = leaves(readMarkdown(hostile))
  const allowed = ['paragraph', 'heading', 'list', 'code', 'text', 'strong', 'em', 'link']
  expect([...types].filter((type) => !allowed.includes(type))).toEqual([])
  expect(links.filter((href) => !/^(https?:\/\/|mailto:)/.test(href))).toEqual([])
})

test.each([
  ['snake_case_name and 2 * 3 * 4 < 5', 'snake_case_name and 2 * 3 * 4 < 5'],
  ['the <upload_url> of a file', 'the <upload_url> of a file'],
  ['a `<b>` tag', 'a <b> tag'],
  ['one\ntwo\n\n* three\n* **four**', 'one two three four'],
  ['a \\*star\\* and ***both***', 'a *star* and both'],
  ['![logo](https://example.com/a.png) of it', 'logo of it'],
])('the plain text of %j has every word and no marks', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

test.each([
  '*',
  '**',
  '_',
  '`',
  '[',
  '![',
  '](',
  '<b',
  '<a href="',
  '<!--',
  '# ',
  '> ',
  '|',
  '\\',
  '&',
  '```',
  'https://',
])('a text of 20,000 signs %j is read within ten seconds', (sign) => {
  const since = Date.now()
  readMarkdown(sign.repeat(20_000 / sign.length))
  readInline(`${sign}a`.repeat(8_000))
  expect(Date.now() - since).toBeLessThan(10_000)
})

test('no description is lost where its marks are not closed', () => {
  expect(plainText('**open [link](https://example.com `code')).toBe('**open [link](https://example.com `code')
})
