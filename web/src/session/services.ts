import { PROVIDERS, type Provider } from '@portico/contract/providers.ts'

/** The names third parties go by, in every language. */
export const SERVICE_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook', github: 'GitHub' }

export function serviceOf(text: string | undefined): Provider | undefined {
  return PROVIDERS.find((provider) => provider === text)
}
