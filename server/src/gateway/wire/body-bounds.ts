import type { Entry } from '#catalogue/index.ts'
import type { JsonBounds } from '#integrations/scan-json.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** What a body may be: its bytes as sent and as unpacked alike, and what its JSON may hold. */
export interface BodyBounds extends JsonBounds {
  bytes: number
}

/** A task is sixteen levels deep at most. */
const DEPTH = 64

/** A few fields, or a hundred ids. */
const SMALL: BodyBounds = { bytes: 64 * KIB, values: 2000, fields: 1000, loose: 64 * KIB, depth: DEPTH }
const BOUNDS = {
  /** As large as one task may be. */
  one_task: { bytes: 2 * MIB, values: 25_000, fields: 2000, loose: MIB, depth: DEPTH },
  /** A hundred tasks with a thousand keywords each, every keyword eighty characters long. */
  many_tasks: { bytes: 10 * MIB, values: 120_000, fields: 6000, loose: 3 * MIB, depth: DEPTH },
  reference: SMALL,
  account: SMALL,
  tasks_ready: SMALL,
  task_get: SMALL,
} as const satisfies Record<string, BodyBounds>

export function bodyBounds({ kind, max_tasks }: Pick<Entry, 'kind' | 'max_tasks'>): BodyBounds {
  if (kind === 'live' || kind === 'task_post') return max_tasks === 1 ? BOUNDS.one_task : BOUNDS.many_tasks
  return BOUNDS[kind]
}

/** Bodies of a foreign document: files too, so the operator says how large. */
export function plainBodyBounds(bytes: number): BodyBounds {
  return { ...BOUNDS.many_tasks, bytes }
}

/** All bodies a process holds at the same moment, from the first byte until the call is answered. */
export const OPEN_BODIES = {
  process_bytes: 64 * MIB,
  /** Of these, for bodies that are small: large ones never keep them out. */
  reserved_bytes: 16 * MIB,
  small_bytes: SMALL.bytes,
  /** Two of the largest. */
  login_bytes: 24 * MIB,
}

/** How many times as large as it was sent a body may become when it is unpacked, beyond the first part of it. */
export const UNPACKED = { ratio: 200, free_bytes: MIB }

/** A body that does not come this long, or is not complete after that, is given up. */
export const UPLOAD = { idle_ms: 10_000, whole_ms: 25_000 }
