import { useState } from 'react'
import { recall, remember } from '#lib/storage.ts'

const MOST = 100

/** Functions marked with a star, in this browser; the latest first. */
export function useFavourites() {
  const [ids, setIds] = useState<readonly string[]>(() => recall('playground_favourites') ?? [])
  return {
    ids,
    toggle(id: string) {
      const next = ids.includes(id) ? ids.filter((one) => one !== id) : [id, ...ids].slice(0, MOST)
      setIds(next)
      remember('playground_favourites', next)
    },
  }
}
