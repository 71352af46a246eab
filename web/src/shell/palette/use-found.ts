import { SEARCH_TEXT_MIN, search } from '@portico/contract/search.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '#lib/query.ts'

const PAUSE_MS = 150

/**
 * What the server finds for the typed text, requested when typing pauses. Until it comes, the earlier results stay; but a
 * number is typed for the one thing that has it, and Enter must not open what another number found.
 */
export function useFound(typed: string) {
  const wanted = typed.trim().slice(0, 200)
  const text = usePaused(wanted)
  const { data, isPlaceholderData } = useQuery(foundQuery(text))
  if (/\d/.test(wanted) && (isPlaceholderData || text !== wanted)) return []
  return text.length >= SEARCH_TEXT_MIN ? (data?.found ?? []) : []
}

function foundQuery(text: string) {
  return queryOptions({
    ...query(['search', text], search.find, { text }),
    enabled: text.length >= SEARCH_TEXT_MIN,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
