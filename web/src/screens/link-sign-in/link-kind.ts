import type { auth } from '@portico/contract/auth.ts'
import type { Sent } from '@portico/contract/endpoint.ts'
import { paths } from '#lib/paths.ts'

export type LinkKind = Sent<typeof auth.checkLink>['kind']

/** The kind of link that was opened; only the address shows it. */
export function linkKind(path: string): LinkKind {
  const [, first] = path.split('/')
  if (`/${first}` === paths.loginOnetimeAdmin) return 'onetime_admin'
  return `/${first}` === paths.loginOnetime ? 'onetime' : 'token'
}
