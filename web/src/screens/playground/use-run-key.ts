import { useEffect, useEffectEvent } from 'react'

/** Ctrl or ⌘ with Enter runs the request from wherever one types, as long as no dialog asks something first. */
export function useRunKey(run: () => void): void {
  const press = useEffectEvent(run)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return
      event.preventDefault()
      // The last keystrokes are drawn by then, and part of the run.
      setTimeout(() => press())
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
