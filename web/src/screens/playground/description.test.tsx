import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { UiTextsProvider } from '#ui/texts.tsx'
import { Description } from './description.tsx'
import { MarkdownText } from './markdown-text.tsx'

function Texts({ children }: { children: ReactNode }) {
  return <UiTextsProvider texts={kitTexts(useI18n())}>{children}</UiTextsProvider>
}

const drawn = (text: string, after?: string, Drawn = MarkdownText) =>
  renderToStaticMarkup(
    <I18nProvider first={createI18n('en', {})} hashes={{}}>
      <Texts>
        <Drawn text={text} after={after} />
      </Texts>
    </I18nProvider>,
  )

test('a plain description is drawn as it is, with the facts after it', () => {
  expect(drawn('The city.', 'Default: Oslo.', Description)).toBe('The city. Default: Oslo.')
})

test('Markdown and HTML are drawn as elements, and the facts follow the last line', () => {
  expect(drawn('Such as `17z`, <b>never</b> **all**.', 'Default: 1.')).toMatch(
    /<p>Such as <code>17z<\/code>, <strong>never<\/strong> <strong>all<\/strong>\. Default: 1\.<\/p>/,
  )
})

test('only elements of the list are drawn, whatever a document writes', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">one</a> [two](javascript:alert(2)) [three](https://example.com/?a=1&b=2)',
    '<iframe src="https://example.com"></iframe><style>*{display:none}</style>',
    '- `<b onclick=alert(1)>`',
  ].join('\n\n')
  const html = drawn(hostile)
  const elements = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name))
  const allowed = ['div', 'p', 'ul', 'ol', 'li', 'pre', 'code', 'strong', 'em', 'a', 'span', 'details', 'summary']
  expect([...elements].filter((name) => name && !allowed.includes(name))).toEqual([])
  const attributes = [...html.matchAll(/ (href|src|on\w+|style)="([^"]*)"/g)].map(([, name, value]) => [name, value])
  expect(attributes).toEqual([['href', 'https://example.com/?a=1&amp;b=2']])
})

test('a long description shows its first paragraph, and the others on demand', () => {
  const html = drawn(`First.\n\n${'word '.repeat(100)}`)
  expect(html).toMatch(/<p>First\.<\/p><details><summary>.*More.*<\/summary><p>word/s)
})
