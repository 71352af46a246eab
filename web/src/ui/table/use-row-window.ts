import { useCallback, useSyncExternalStore } from 'react'
import { type RowWindow, rowWindow } from './row-window.ts'

type Sizes = { count: number; row_px: number; height_px: number; block: number }

/** For rows of equal height: nothing is measured, and nothing is drawn until another block becomes visible. */
export function useRowWindow(box: HTMLElement, { count, row_px, height_px, block }: Sizes): RowWindow {
  const subscribe = useCallback(
    (onChange: () => void) => {
      box.addEventListener('scroll', onChange, { passive: true })
      return () => box.removeEventListener('scroll', onChange)
    },
    [box],
  )
  const at = useSyncExternalStore(subscribe, () => Math.floor(box.scrollTop / (row_px * block)))
  const first = at * block
  return rowWindow({ first, last: first + Math.ceil(height_px / row_px) + block - 1 }, count, block)
}
