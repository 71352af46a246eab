/** Third parties one can sign in with, in the order of their buttons. */
export const PROVIDERS = ['google', 'facebook', 'github'] as const
export type Provider = (typeof PROVIDERS)[number]
