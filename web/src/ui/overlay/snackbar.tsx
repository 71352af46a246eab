import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { currentLocation, onNavigation } from '#lib/location.ts'
import { type Snack, SnackbarStack } from './snackbar-stack.tsx'

/** At most this many are shown at once; the rest wait their turn. */
const SHOWN_AT_ONCE = 3

export type SnackInput = Omit<Snack, 'id'>

export type SnackbarFace = {
  /** Returns an id by which the message can be taken back. */
  show: (snack: SnackInput) => number
  close: (id: number) => void
}

const SnackbarContext = createContext<SnackbarFace>({ show: () => 0, close: () => {} })

export function useSnackbar(): SnackbarFace {
  return use(SnackbarContext)
}

export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Snack[]>([])
  const lastId = useRef(0)
  const lastShown = useRef(0)
  const [face] = useState<SnackbarFace>(() => ({
    show(input) {
      lastId.current += 1
      const snack = { ...input, id: lastId.current }
      setQueue((now) => [...now.filter(({ about }) => !about || about !== snack.about), snack])
      setTimeout(() => {
        lastShown.current = snack.id
      })
      return snack.id
    },
    close(id) {
      setQueue((now) => now.filter((snack) => snack.id !== id))
    },
  }))
  // A message of one screen is removed on the next; a message from the moment of navigation is about the target.
  useEffect(() => {
    let { path } = currentLocation()
    return onNavigation(() => {
      if (path === currentLocation().path) return
      path = currentLocation().path
      const last = lastShown.current
      setQueue((now) => now.filter(({ id }) => id > last))
    })
  }, [])
  return (
    <SnackbarContext value={face}>
      {children}
      <SnackbarStack snacks={queue.slice(0, SHOWN_AT_ONCE)} onClose={face.close} />
    </SnackbarContext>
  )
}
