import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

type Report = (id: string, isUnread: boolean) => void

const UnreadFields = createContext<Report>(() => {})
export const UnreadFieldsProvider = UnreadFields.Provider

/** Fields of the form with unreadable text: the request would be sent with the previous value. */
export function useUnreadFields(): [ReadonlySet<string>, Report] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback<Report>((id, isUnread) => {
    setIds((before) => {
      if (before.has(id) === isUnread) return before
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  return [ids, report]
}

export function useReportUnread(isUnread: boolean): void {
  const id = useId()
  const report = useContext(UnreadFields)
  useEffect(() => {
    report(id, isUnread)
    return () => report(id, false)
  }, [report, id, isUnread])
}
