import { PROVIDERS, type Provider } from '@portico/contract/providers.ts'
import { startProblem } from '#db/start-problem.ts'
import { fallbackOf, type SettingName as Name, SETTINGS } from './settings.ts'
import { origin } from './values.ts'

/** One OAuth provider, as the operator set it up; without an id it is not offered. */
export interface OAuthClient {
  provider: Provider
  id: string | undefined
  secret: string
  /** Where the browser is sent. */
  url: string
  /** Where the server reads the user's identity: the same, unless the provider has another address for it. */
  api_url: string
}

export function readOAuth(get: (name: Name) => string | undefined): OAuthClient[] {
  return PROVIDERS.map((provider) => readClient(provider, get))
}

/** The settings that begin with the name of the provider: its client, then its address and that of its API. */
function readClient(provider: Provider, get: (name: Name) => string | undefined): OAuthClient {
  const service = provider.toUpperCase()
  const own = SETTINGS.filter((name) => name.startsWith(`${service}_`))
  const isOfClient = (name: Name) => name.startsWith(`${service}_CLIENT_`)
  const [id, secret = ''] = own.filter(isOfClient).map(get)
  if (id && !secret) throw startProblem(`${service}_CLIENT_ID needs ${service}_CLIENT_SECRET.`)
  const addresses = own.filter((name) => !isOfClient(name))
  const [url = '', api_url = url] = addresses.map((name) => origin(name, get(name) ?? fallbackOf(name)).origin)
  return { provider, id, secret, url, api_url }
}
