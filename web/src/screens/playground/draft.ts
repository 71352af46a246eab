import { useEffect, useEffectEvent } from 'react'
import { byName, fields, type Guarded, isRecord, one, text } from '#lib/guards.ts'
import { paths } from '#lib/paths.ts'
import { forget, recall, remember } from '#lib/storage.ts'

/** The key identifies the form it was typed into. */
const isDraft = fields({ key: text, task: isRecord, params: byName(text), mode: one(['sandbox', 'live']) })
type Draft = Guarded<typeof isDraft>

/** The request that was filled in before the customer went to add funds, or reloaded the page. */
export function storedDraft(): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(recall('playground_draft') ?? '')
    return isDraft(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/**
 * Stores the filled-in request while the customer adds funds, as paying may leave this site and the form with it, and
 * while the page is reloaded.
 */
export function useKeepDraft(draft: Draft): void {
  const keep = useEffectEvent(() => remember('playground_draft', JSON.stringify(draft)))
  useEffect(() => {
    forget('playground_draft')
    const onHide = () => keep()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      if (location.pathname === paths.addFunds) keep()
    }
  }, [])
}
