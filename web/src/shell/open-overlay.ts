import { createContext, use } from 'react'

export type OverlayName = 'switch-account' | 'palette' | 'shortcuts'

interface OverlayFace {
  /** The one that is open; at most one is. */
  now: OverlayName | undefined
  open: (name: OverlayName) => void
  close: () => void
}

const OverlayContext = createContext<OverlayFace>({ now: undefined, open: () => {}, close: () => {} })
export const OverlayProvider = OverlayContext

/** The overlays that are opened from several components. */
export function useOverlay(): OverlayFace {
  return use(OverlayContext)
}
