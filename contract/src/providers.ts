/** OAuth providers, in the order of their buttons. */
export const PROVIDERS = ['google', 'facebook', 'github'] as const
export type Provider = (typeof PROVIDERS)[number]
/** Each provider's own spelling of its name. */
export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook', github: 'GitHub' }

export function isProvider(text: string | undefined): text is Provider {
  return PROVIDERS.some((provider) => provider === text)
}
