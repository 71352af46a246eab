import { paths } from '#lib/paths.ts'

const SCREENS: string[] = [paths.backlinksSubscription, paths.apiAccessSubscription]

/** The screen of subscriptions that a customer came from, or the one that has them all, where this one is paid for again. */
export function activateAgain({ product, return_to }: { product: string; return_to: string }): string {
  const path = SCREENS.find((screen) => screen === return_to) ?? paths.apiAccessSubscription
  return `${path}?${new URLSearchParams({ activate: product })}`
}

/** The product whose payment the address names. */
export function productToActivate(search: string): string | undefined {
  return new URLSearchParams(search).get('activate') ?? undefined
}
