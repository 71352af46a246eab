import type { MessageKey } from '#i18n/i18n.tsx'

/** The note below a request of which not all is stored. */
export const CUT_AT: MessageKey =
  '{count, plural, =0 {Only field names and sizes are stored.} one {Truncated after # byte.} other {Truncated after # bytes.}}'
