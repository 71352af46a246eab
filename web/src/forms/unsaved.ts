import { useEffect, useSyncExternalStore } from 'react'
import { setLeaveGuard } from '#lib/location.ts'

/** The forms on the page with unsaved changes, and the navigation that waits for an answer. */
const changed = new Set<symbol>()
const watchers = new Set<() => void>()
let leaveRequest: (() => void) | undefined

function ask(go: (() => void) | undefined): void {
  leaveRequest = go
  for (const watch of watchers) watch()
}

/** The browser asks in its own words before the page is closed or reloaded. */
function beforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function update(): void {
  if (changed.size > 0) {
    setLeaveGuard(ask)
    window.addEventListener('beforeunload', beforeUnload)
  } else {
    setLeaveGuard(undefined)
    window.removeEventListener('beforeunload', beforeUnload)
  }
}

/** While it is true, leaving the screen needs a confirmation. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const own = Symbol('form')
    changed.add(own)
    update()
    return () => {
      changed.delete(own)
      update()
    }
  }, [isChanged])
}

/** The way that waits for an answer: `leave` goes it, `stay` forgets it. */
export function useLeaveRequest(): { leave: () => void; stay: () => void } | undefined {
  const go = useSyncExternalStore(onChange, currentRequest, currentRequest)
  if (!go) return undefined
  return {
    leave: () => {
      ask(undefined)
      go()
    },
    stay: () => ask(undefined),
  }
}

function currentRequest() {
  return leaveRequest
}

function onChange(watch: () => void): () => void {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
