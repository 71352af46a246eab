import type { MessageKey } from '#i18n/i18n.tsx'

/** What is said below a request of which not all is kept. */
export const CUT_AT: MessageKey =
  '{count, plural, =0 {Only the names of the fields and their sizes are kept.} one {Cut after # byte.} other {Cut after # bytes.}}'
