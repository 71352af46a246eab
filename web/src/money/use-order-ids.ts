import { useRef } from 'react'

/** The same order has the same id, however often it is sent: a reply that got lost does not make a second one. */
export function useOrderIds(): (order: object) => string {
  const ids = useRef(new Map<string, string>())
  return (order) => {
    const key = JSON.stringify(order)
    const id = ids.current.get(key) ?? crypto.randomUUID()
    ids.current.set(key, id)
    return id
  }
}
