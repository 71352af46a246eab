import { type SettingsInfo, settings } from '@portico/contract/settings.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { MessageKey } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useToast } from '#session/use-toast.tsx'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(settings.getSettings, {}, signal),
  // Whoever comes back to the page sees what was saved elsewhere.
  refetchOnWindowFocus: 'always',
})

/** Every card saves by itself and is answered with all of them, which is then what the screen shows. */
export function useSaved() {
  const client = useQueryClient()
  const toast = useToast()
  return (info: SettingsInfo, done: MessageKey) => {
    client.setQueryData(settingsQuery.queryKey, info)
    toast.good(done)
  }
}
