import type { Agent } from '@portico/contract/agents.ts'
import type { Boot } from '@portico/contract/boot.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { createSession, SessionProvider } from '#session/session.ts'
import { SnackbarProvider } from '#ui/overlay/snackbar.tsx'
import { UiTextsProvider } from '#ui/texts.tsx'
import { AgentsTable } from './agents-table.tsx'

const AGENT: Agent = {
  id: 1,
  name: 'Researcher',
  status: 'active',
  made_by: 'ann@example.com',
  is_live: true,
  functions: null,
  day_micros: 5_000_000,
  spent_today_micros: 1_000_000,
  total_micros: 9_000_000,
  spent_total_micros: 7_000_000,
  expires_at: '2026-04-01T00:00:00Z',
  last_used_at: null,
} as never

function Shown() {
  return (
    <UiTextsProvider texts={kitTexts(useI18n())}>
      <SnackbarProvider>
        <AgentsTable rows={[AGENT]} hasOthers={false} canRevoke now_ms={0} error={false} onRetry={() => undefined} />
      </SnackbarProvider>
    </UiTextsProvider>
  )
}

test('what an agent spent today is shown beside its daily limit, and all it spent beside its total one', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider first={createI18n('en', {})} hashes={{}}>
        <SessionProvider value={createSession({ user: null } as unknown as Boot)}>
          <Shown />
        </SessionProvider>
      </I18nProvider>
    </QueryClientProvider>,
  )
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''))
  const amounts = cells.map((cell) => cell.match(/\d\.\d{6}/g) ?? []).filter(({ length }) => length > 0)
  expect(amounts).toEqual([
    ['1.000000', '5.000000'],
    ['7.000000', '9.000000'],
  ])
})
