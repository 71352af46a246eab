/** Third parties one can sign in with, in the order of their buttons. */
export const PROVIDERS = ['google', 'facebook', 'github'] as const
export type Provider = (typeof PROVIDERS)[number]

export function isProvider(text: string | undefined): text is Provider {
  return PROVIDERS.some((provider) => provider === text)
}
