import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { SnackbarProvider } from '#ui/overlay/snackbar.tsx'
import { UiTextsProvider } from '#ui/texts.tsx'
import { PreferencesForm, preferencesIn } from './preferences-form.tsx'

function Kit({ children }: { children: ReactNode }) {
  return (
    <UiTextsProvider texts={kitTexts(useI18n())}>
      <SnackbarProvider>{children}</SnackbarProvider>
    </UiTextsProvider>
  )
}

test.for([
  { news: 1, offers: 0, reports: 0, triggers: 1 },
  { news: 0, offers: 1, reports: 0, triggers: 0 },
  { news: 0, offers: 0, reports: 1, triggers: 0 },
] as const)('PU-10 each switch of the page shows its own preference: %o', (first) => {
  const html = renderToStaticMarkup(
    <I18nProvider first={createI18n('en', {})} hashes={{}}>
      <Kit>
        <PreferencesForm first={first} />
      </Kit>
    </I18nProvider>,
  )
  const drawn = [...html.matchAll(/<input[^>]*role="switch"[^>]*>/g)].map(([input]) => [
    /name="(\w+)"/.exec(input)?.[1],
    /\schecked=""/.test(input) ? 1 : 0,
  ])
  expect(Object.fromEntries(drawn)).toEqual(first)
})

test('PU-10 each switch is sent as 1 or 0', () => {
  const form = new FormData()
  form.set('news', 'on')
  form.set('triggers', 'on')
  expect(preferencesIn(form)).toEqual({ news: 1, offers: 0, reports: 0, triggers: 1 })
  expect(preferencesIn(new FormData())).toEqual({ news: 0, offers: 0, reports: 0, triggers: 0 })
})
