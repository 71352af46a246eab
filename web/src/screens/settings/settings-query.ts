import { type SettingsInfo, settings } from '@portico/contract/settings.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import type { MessageKey } from '#i18n/i18n.tsx'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '#money/balance.ts'

export const settingsQuery = queryOptions({
  ...query(['settings'], settings.getSettings, {}),
  // Coming back to the page shows what was saved in another tab.
  refetchOnWindowFocus: 'always',
  ...OF_MONEY,
})

/** Every card saves separately; the reply has all of them, and the screen shows it. */
export function useSaved() {
  const client = useQueryClient()
  const toast = useToast()
  return (info: SettingsInfo, done: MessageKey) => {
    client.setQueryData(settingsQuery.queryKey, info)
    toast.good(done)
  }
}
