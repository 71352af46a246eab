import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchAhead } from '#lib/fetch-ahead.ts'

const REST_MS = 60

/** A link that is pointed at or focused brings its screen and data along, before it is pressed. */
export function useFetchAhead(): void {
  const client = useQueryClient()
  useEffect(() => {
    const done = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = ({ target, type }: Event) => {
      clearTimeout(timer)
      // A menu that opens focuses its first entry automatically: that is not the user's intent.
      if (type === 'focusin' && target instanceof Element && target.closest('[role=menu]')) return
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || link.origin !== location.origin || link.target || done.has(link.pathname) || savesData()) return
      // Passing over a menu prefetches nothing; resting on an entry does.
      timer = setTimeout(() => {
        done.add(link.pathname)
        fetchAhead(`${link.pathname}${link.search}`, client)
      }, REST_MS)
    }
    document.addEventListener('pointerover', look, { passive: true })
    document.addEventListener('focusin', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
    }
  }, [client])
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
