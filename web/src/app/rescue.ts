import { booting } from '@portico/contract/boot.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { untilOnline } from '#pwa/until-online.ts'

const AWAY: MessageKey = 'We cannot be reached right now. This page opens automatically as soon as we are back.'
const BLOCKED: MessageKey =
  'Part of the page could not be loaded. A browser extension or a network filter may have blocked it.'

/**
 * Explains why a screen's code did not come, and opens it as soon as a server that was away is back. Where the server was
 * there all the time a reload would only repeat the failure, so it is left to the visitor. Returns what ends it.
 */
export function rescue(
  explain: (why: MessageKey) => void,
  ask: () => Promise<unknown> = () => call(booting.boot, {}),
  open: () => void = () => location.reload(),
): () => void {
  let isOver = false
  let wasAway = false
  const attempt = async () => {
    if (isOver) return
    try {
      await ask()
    } catch (error) {
      wasAway = true
      if (!isOver) explain(AWAY)
      throw error
    }
  }
  untilOnline(attempt).then(() => {
    if (isOver) return
    if (wasAway) open()
    else explain(BLOCKED)
  })
  return () => {
    isOver = true
  }
}
