import type { SavedRequest } from '@portico/contract/playground.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { LocationProvider } from '#lib/location.ts'
import { SnackbarProvider } from '#ui/overlay/snackbar.tsx'
import { UiTextsProvider } from '#ui/texts.tsx'
import { savedQuery } from './playground-queries.ts'
import { SavedList } from './saved-list.tsx'

const SAVED: SavedRequest = {
  id: 1,
  name: 'Kettles',
  folder: '',
  method_id: 'POST /v3/x',
  params: {},
  task: {},
  is_shared: true,
  is_own: true,
  changed_at: '2026-03-02T10:00:00Z',
}

function Shown() {
  return (
    <UiTextsProvider texts={kitTexts(useI18n())}>
      <SnackbarProvider>
        <SavedList request={{ functions: [] } as never} search="" />
      </SnackbarProvider>
    </UiTextsProvider>
  )
}

test('a shared request is changed and removed by its owner alone', () => {
  const client = new QueryClient()
  const requests = [SAVED, { ...SAVED, id: 2, name: 'Lamps', is_own: false }]
  client.setQueryData(savedQuery.queryKey, { requests })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nProvider first={createI18n('en', {})} hashes={{}}>
        <LocationProvider value={{ path: '/api-playground', search: '', hash: '' }}>
          <Shown />
        </LocationProvider>
      </I18nProvider>
    </QueryClientProvider>,
  )
  const items = html.split('<li>').slice(1)
  const names = (found: string[]) => found.map((item) => /Kettles|Lamps/.exec(item)?.[0])
  expect(names(items)).toEqual(['Kettles', 'Lamps'])
  expect(names(items.filter((item) => item.includes('<button')))).toEqual(['Kettles'])
})
