import type { Boot } from '@portico/contract/boot.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { LocationProvider } from '#lib/location.ts'
import { createSession, SessionProvider } from '#session/session.ts'
import { SnackbarProvider } from '#ui/overlay/snackbar.tsx'
import { UiTextsProvider } from '#ui/texts.tsx'
import { purchasesQuery } from './databases-queries.ts'
import { PurchasesView } from './purchases-view.tsx'

const PURCHASE = {
  id: 'a',
  database_id: 'keywords',
  title: 'Keywords',
  reference: 'DB-1',
  state: 'failed',
  format: 'csv',
}

function Shown() {
  return (
    <UiTextsProvider texts={kitTexts(useI18n())}>
      <SnackbarProvider>
        <PurchasesView />
      </SnackbarProvider>
    </UiTextsProvider>
  )
}

test.each([
  ['the only page', '', false, []],
  ['the first page', '', true, ['Earlier purchases']],
  ['a page between', 'b', true, ['Newest purchases', 'Earlier purchases']],
  ['the last page', 'b', false, ['Newest purchases']],
])('%s of the purchases leads to the others', (_, before, more, ways) => {
  const purchase = { ...PURCHASE, locations: ['DE'], files: [], created_at: '2026-03-02T10:00:00Z', amount_micros: 1 }
  const client = new QueryClient()
  client.setQueryData(purchasesQuery(before || undefined, 'en').queryKey, {
    purchases: [purchase],
    more,
    role: 'viewer',
  } as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nProvider first={createI18n('en', {})} hashes={{}}>
        <SessionProvider value={createSession({ user: null } as unknown as Boot)}>
          <LocationProvider value={{ path: '/databases/purchases', search: before && `?before=${before}`, hash: '' }}>
            <Shown />
          </LocationProvider>
        </SessionProvider>
      </I18nProvider>
    </QueryClientProvider>,
  )
  expect(html.match(/(Newest|Earlier) purchases/g) ?? []).toEqual(ways)
})
