import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

type Tell = (id: string, isUnread: boolean) => void

const UnreadFields = createContext<Tell>(() => {})
export const UnreadFieldsProvider = UnreadFields.Provider

/** Fields of the form with a text that cannot be read: the request would be sent with what stood there before. */
export function useUnreadFields(): [ReadonlySet<string>, Tell] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const tell = useCallback<Tell>((id, isUnread) => {
    setIds((before) => {
      if (before.has(id) === isUnread) return before
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  return [ids, tell]
}

export function useReportUnread(isUnread: boolean): void {
  const id = useId()
  const tell = useContext(UnreadFields)
  useEffect(() => {
    tell(id, isUnread)
    return () => tell(id, false)
  }, [tell, id, isUnread])
}
