import { type LiveRow, live, type Tail } from '@portico/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '#lib/query.ts'
import { useChanges, useStreamState } from '#money/live.ts'
import { countNew, mergeRows } from './tail-rows.ts'

const ASK_EVERY_MS = 5_000

/** The newest calls as they arrive. While paused, the list does not change and new calls are collected. */
export function useTail(tail: Tail) {
  const [rows, setRows] = useState<LiveRow[]>()
  const [frozen, setFrozen] = useState<LiveRow[]>()
  const state = useStreamState()
  const take = (fresh: LiveRow[]) => setRows((stored) => mergeRows(stored ?? [], fresh))
  useChanges((change) => take(change.rows), tail)
  const { data } = useQuery({
    ...query(['live-tail', tail], live.getLive, { tail }),
    enabled: state === 'lost',
    refetchInterval: ASK_EVERY_MS,
    gcTime: 0,
  })
  useEffect(() => {
    if (data) setRows((stored) => mergeRows(stored ?? [], data.rows))
  }, [data])
  return {
    state,
    rows: frozen ?? rows,
    isPaused: frozen !== undefined,
    waiting: frozen ? countNew(frozen, rows ?? []) : 0,
    toggle: () => setFrozen(frozen ? undefined : (rows ?? [])),
  }
}
