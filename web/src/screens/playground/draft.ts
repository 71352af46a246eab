import type { PlaygroundMode } from '@portico/contract/playground.ts'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '#lib/paths.ts'
import { forget, recall, remember } from '#lib/storage.ts'

interface Draft {
  /** Which form it was typed into. */
  key: string
  task: Record<string, unknown>
  params: Record<string, string>
  mode: PlaygroundMode
}

/** What was filled in before the customer went to add funds. */
export function keptDraft(): Draft | undefined {
  const kept = recall('playground_draft')
  if (!kept) return undefined
  try {
    const task: unknown = JSON.parse(kept.task)
    return typeof task === 'object' && task !== null ? { ...kept, task: { ...task } } : undefined
  } catch {
    return undefined
  }
}

/** Keeps what is filled in while the customer adds funds: paying may lead away from this site, and the form with it. */
export function useKeepDraft({ task, ...draft }: Draft): void {
  const keep = useEffectEvent(() => {
    if (location.pathname === paths.addFunds) remember('playground_draft', { ...draft, task: JSON.stringify(task) })
  })
  useEffect(() => {
    forget('playground_draft')
    return () => keep()
  }, [])
}
