import { isPostgresAddress } from '#db/postgres-address.ts'
import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'

type Get = (name: Name) => string | undefined

export function databaseOwner(get: Get): string | undefined {
  const url = get('DATABASE_OWNER_URL')
  if (url && !get('DATABASE_URL')) throw startProblem('DATABASE_OWNER_URL goes with DATABASE_URL, which is not set.')
  return url
}

export function databaseReplicas(get: Get): string[] {
  const urls = (get('DATABASE_READ_URL') ?? '').split(',').flatMap((url) => url.trim() || [])
  if (urls.length > 0 && !get('DATABASE_URL'))
    throw startProblem(
      'DATABASE_READ_URL goes with DATABASE_URL, which is not set: the embedded database has no replicas.',
    )
  for (const url of urls)
    if (!isPostgresAddress(url))
      throw startProblem(
        'DATABASE_READ_URL has an entry that is no PostgreSQL address. Write postgres://user:password@host:5432/database, several with commas ' +
          'between them, and special characters in the password percent-encoded.',
      )
  return urls
}
