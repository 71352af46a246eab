import { PROVIDERS, type Provider } from '@portico/contract/providers.ts'

export function serviceOf(text: string | undefined): Provider | undefined {
  return PROVIDERS.find((provider) => provider === text)
}
