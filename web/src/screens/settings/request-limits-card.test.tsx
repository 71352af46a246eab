import type { Language } from '@portico/contract/language.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider } from '#i18n/i18n.tsx'
import { LimitValues } from './request-limits-card.tsx'

const limits = { per_minute: 2_000, simultaneous: 30, tasks_per_post: 100 }

test.for<[Language, string]>([
  ['en', '2,000'],
  ['de', '2.000'],
  ['ru', '2\u00a0000'],
  ['fr', '2\u202f000'],
  ['es', '2000'],
])('limits are written as %s writes numbers', ([language, written]) => {
  const html = renderToStaticMarkup(
    <I18nProvider first={createI18n(language, {})} hashes={{}}>
      <LimitValues limits={limits} />
    </I18nProvider>,
  )
  expect([...html.matchAll(/<dd[^>]*>(.*?)<\/dd>/g)].map(([, text]) => text)).toEqual([written, '30', '100'])
})
