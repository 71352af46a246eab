/** Third parties one can sign in with, in the order of their buttons. */
export const PROVIDERS = ['google', 'facebook', 'github'] as const
export type Provider = (typeof PROVIDERS)[number]
/** As each writes its own name. */
export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook', github: 'GitHub' }

export function isProvider(text: string | undefined): text is Provider {
  return PROVIDERS.some((provider) => provider === text)
}
