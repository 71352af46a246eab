import type { QueryClient } from '@tanstack/react-query'
import { joinReadsWith } from '#lib/api.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { readTogether } from '#lib/read-together.ts'

let client: QueryClient | undefined

/** The query client of this signed-in page, from before its shell is drawn until it is removed. */
export function pageClient(): QueryClient {
  joinReadsWith(readTogether)
  client ??= createQueryClient()
  return client
}

/** Lives as long as the shell; nothing of a previous user is there for the next one. */
export function keepPageClient(own: QueryClient): () => void {
  client = own
  return () => {
    if (client === own) client = undefined
  }
}

/** The page starts again while the previous shell is still mounted. */
export function forgetPageClient(): void {
  client = undefined
}
