import { expect, test } from 'vitest'
import { usageLink } from './top-functions.tsx'

const range = { from: '2026-02-01', to: '2026-03-02' }
const one = { function: 'serp/google/organic', section: 'serp' }
const query = 'from=2026-02-01&to=2026-03-02&function=serp%2Fgoogle%2Forganic'

test.each([
  ['in its section', { scope: 'api' as const, login: undefined }, one, `/api-detail/serp?${query}`],
  ['of all logins', { scope: 'api' as const, login: '*' }, one, `/api-detail/serp?${query}&login=*`],
  ['without a section', { scope: 'api' as const, login: undefined }, { ...one, section: null }, `/api-detail?${query}`],
  ['of machines', { scope: 'h2h' as const, login: undefined }, one, `/h2h-detail?${query}`],
])('%s', (_what, search, shown, link) => expect(usageLink({ ...search, range }, shown)).toBe(link))
