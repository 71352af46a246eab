import { useSyncExternalStore } from 'react'

type Apply = () => Promise<void>

interface Offer {
  available: boolean
  /** Activates the new version; the page has to be reloaded afterwards. */
  apply: Apply
}

const NONE: Offer = { available: false, apply: async () => {} }

let offer = NONE
const listeners = new Set<() => void>()

/** A newer version of the product is ready to take over. */
export function offerUpdate(apply: Apply): void {
  offer = { available: true, apply }
  for (const listener of listeners) listener()
}

export function useUpdate(): Offer {
  return useSyncExternalStore(onOffer, offerNow, offerNow)
}

function offerNow(): Offer {
  return offer
}

function onOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
