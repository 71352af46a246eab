import { createSignal } from '#lib/signal.ts'

type Apply = () => Promise<void>

interface Offer {
  available: boolean
  /** Activates the new version; the page has to be reloaded afterwards. */
  apply: Apply
}

const offer = createSignal((): Offer => ({ available: false, apply: async () => {} }))

/** A newer version of the product is ready to take over. */
export function offerUpdate(apply: Apply): void {
  offer.set({ available: true, apply })
}

export const useUpdate = offer.use
