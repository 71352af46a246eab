import type { Boot } from '@portico/contract/boot.ts'
import { LANGUAGES } from '@portico/contract/language.ts'
import { NO_SCRIPTS } from '@portico/contract/script-settings.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n } from '#i18n/i18n.tsx'
import { locationOf } from '#lib/location.ts'
import { createSession } from '#session/session.ts'
import { App } from './app.tsx'
import { routes } from './routes.ts'

const boot = {
  brand: { title: 'Portico' },
  language: 'en',
  theme_view: 'system',
  user: null,
  credits: null,
  impersonated_by: null,
  invitation: null,
  notices: [],
  had_trial: false,
  scripts: NO_SCRIPTS,
  messages: {},
} as unknown as Boot
const named = routes.flatMap((route) => (route.heading ? [{ ...route, heading: route.heading }] : []))

function Frame({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}

test('at least one screen is drawn as an empty frame', () => expect(named.length).toBeGreaterThan(0))

test.for(named)(
  '$path: the heading before the script equals the heading after it, in every language',
  async (route) => {
    const { Screen } = await route.load()
    for (const language of LANGUAGES) {
      // English is its keys, and the library shows a key without a translation as it is.
      const messages = language === 'en' ? {} : (await import(`../../i18n/${language}.json`)).default
      const i18n = createI18n(language, messages)
      const first = { route, location: locationOf(route.path), params: {}, keep: [], Screen, Frame }
      const html = renderToString(<App boot={boot} i18n={i18n} session={createSession(boot)} first={first} />)
      const headings = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, words]) => words)
      expect(headings, language).toEqual([i18n._(route.heading)])
    }
  },
)
