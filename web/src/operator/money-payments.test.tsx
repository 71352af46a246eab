import type { Boot } from '@portico/contract/boot.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n, I18nProvider, useI18n } from '#i18n/i18n.tsx'
import { kitTexts } from '#i18n/kit-texts.ts'
import { LocationProvider } from '#lib/location.ts'
import { createSession, SessionProvider } from '#session/session.ts'
import { UiTextsProvider } from '#ui/texts.tsx'
import { MeProvider } from './me.ts'
import { PaymentsTab } from './money-payments.tsx'

const PAYMENT = {
  reference: 'P-1',
  login: 'ann@example.com',
  customer_id: 7,
  processor: 'stripe',
  purpose: 'top_up',
  status: 'paid',
  amount_micros: 50_000_000,
  tax_micros: 9_500_000,
  refunded_micros: 0,
  quarantine: null,
  created_at: '2026-03-02T10:00:00Z',
  paid_at: '2026-03-02T10:00:00Z',
}

function Shown() {
  return (
    <UiTextsProvider texts={kitTexts(useI18n())}>
      <PaymentsTab />
    </UiTextsProvider>
  )
}

test('the list of payments shows what the customer paid, the tax included', () => {
  const client = new QueryClient()
  client.setQueryData(['money', 'payments', { waits: 'wire' }], { payments: [PAYMENT], next: null, stuck: [] })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nProvider first={createI18n('en', {})} hashes={{}}>
        <MeProvider value={{ email: 'mona@example.com', role: 'finance' } as never}>
          <LocationProvider value={{ path: '/operator/money/payments', search: '?waits=wire', hash: '' }}>
            <SessionProvider value={createSession({ user: null } as unknown as Boot)}>
              <Shown />
            </SessionProvider>
          </LocationProvider>
        </MeProvider>
      </I18nProvider>
    </QueryClientProvider>,
  )
  expect(html).toContain('P-1')
  expect(html).toContain('$59.50')
})
