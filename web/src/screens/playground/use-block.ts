import type { PlaygroundBlock, PlaygroundMode } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { blockQuery, heldBlock } from './playground-queries.ts'
import type { Task } from './use-request.ts'

const PAUSE_MS = 400

/**
 * The reasons that would refuse the request, requested whenever typing pauses; those of another method or mode are not
 * shown.
 */
export function useBlock(method_id: string, mode: PlaygroundMode, task: Task): PlaygroundBlock | undefined {
  const settled = useSettled(task)
  const text = useMemo(() => JSON.stringify(settled), [settled])
  const { data } = useQuery({ ...blockQuery(method_id, mode, text), placeholderData: heldBlock(method_id, mode) })
  return data?.block ?? undefined
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
