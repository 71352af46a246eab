import { useEffect, useEffectEvent } from 'react'
import { navigate } from '#lib/location.ts'
import { useUser } from '#session/session.ts'
import { useOverlay } from '../open-overlay.tsx'
import { jumpsFor, meaningOf } from './shortcuts.ts'
import { areShortcutsOff } from './shortcuts-memory.ts'

const WAIT_MS = 1_200

/** Listens for the keys of the product wherever one is, but never in the midst of typing or below a dialog. */
export function useShortcuts(): void {
  const user = useUser()
  const { now, open, close } = useOverlay()
  const act = useEffectEvent((event: KeyboardEvent, isWaiting: boolean): boolean => {
    const meaning = meaningOf(event, isWaiting)
    if (meaning === 'palette') {
      event.preventDefault()
      if (now === 'palette') close()
      else open('palette')
      return false
    }
    if (!meaning || areShortcutsOff() || isBusy(event)) return false
    if (meaning === 'wait') return true
    event.preventDefault()
    const jump = typeof meaning === 'object' && user && jumpsFor(user.modules).find(({ key }) => key === meaning.jump)
    if (jump) navigate(jump.path)
    if (meaning === 'shortcuts') open('shortcuts')
    return false
  })
  useEffect(() => {
    let waitsUntil_ms = 0
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.key === 'Shift') return
      waitsUntil_ms = act(event, event.timeStamp < waitsUntil_ms) ? event.timeStamp + WAIT_MS : 0
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isBusy({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open], [popover]:popover-open:not([aria-live])')) return true
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
