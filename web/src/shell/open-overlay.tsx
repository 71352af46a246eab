import { createContext, type ReactNode, use, useMemo, useState } from 'react'

export type OverlayName = 'switch-account' | 'palette' | 'shortcuts'

interface OverlayFace {
  /** The one that is open; at most one is. */
  now: OverlayName | undefined
  open: (name: OverlayName) => void
  close: () => void
}

const OverlayContext = createContext<OverlayFace>({ now: undefined, open: () => {}, close: () => {} })

/** Opening one draws only what asks for it again, not the whole page. */
export function OverlayProvider({ children }: { children: ReactNode }) {
  const [now, open] = useState<OverlayName>()
  const face = useMemo(() => ({ now, open, close: () => open(undefined) }), [now])
  return <OverlayContext value={face}>{children}</OverlayContext>
}

/** The overlays that are opened from several components. */
export function useOverlay(): OverlayFace {
  return use(OverlayContext)
}
