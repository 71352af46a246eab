import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { createI18n, I18nProvider } from '#i18n/i18n.tsx'
import type { Errors } from './use-errors.ts'
import { useResend } from './webhooks-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['were sent', { sent: 2, waiting: 0, refused: 0 }],
  ['wait already', { sent: 0, waiting: 2, refused: 0 }],
  ['are no longer stored', { sent: 0, waiting: 0, refused: 2 }],
])('after webhooks that %s nothing is selected, and the list is read again', async (_what, answer) => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)))
  const client = new QueryClient()
  client.setQueryData(['errors', 'rows'], 1)
  const whenDone = vi.fn()
  let resend: ReturnType<typeof useResend> | undefined
  function Tab() {
    resend = useResend({ filter: { scope: 'api' } } as Pick<Errors, 'filter'>, whenDone)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nProvider first={createI18n('en', {})} hashes={{}}>
        <Tab />
      </I18nProvider>
    </QueryClientProvider>,
  )
  resend?.mutate(['a', 'b'])
  await vi.waitFor(() => expect(client.getQueryState(['errors', 'rows'])?.isInvalidated).toBe(true))
  expect(whenDone).toHaveBeenCalledOnce()
})
