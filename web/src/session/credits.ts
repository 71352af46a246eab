import { access } from '@portico/contract/access.ts'
import { CREDITS_EVERY_MS } from '@portico/contract/rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Asked every minute while the window has focus, and when it gets it back; tabs do not all ask at once. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) => call(access.getApiUserCredits, {}, signal),
  refetchInterval: () => (document.hasFocus() ? CREDITS_EVERY_MS : false),
  refetchOnWindowFocus: 'always',
})
