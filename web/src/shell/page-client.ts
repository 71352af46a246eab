import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from '#lib/query-client.ts'

let client: QueryClient | undefined

/** What this signed-in page has been told, from before its shell is drawn until that is gone. */
export function pageClient(): QueryClient {
  client ??= createQueryClient()
  return client
}

/** For as long as a shell stands; nothing of who has left is there for the next one. */
export function keepPageClient(own: QueryClient): () => void {
  client = own
  return () => {
    if (client === own) client = undefined
  }
}

/** The page begins anew while the shell before it still stands. */
export function forgetPageClient(): void {
  client = undefined
}
