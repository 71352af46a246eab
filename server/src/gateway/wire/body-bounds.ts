import type { Entry } from '#catalogue/index.ts'
import type { JsonBounds } from '#integrations/scan-json.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Limits of a body: its bytes, both compressed and decompressed, and the contents of its JSON. */
export interface BodyBounds extends JsonBounds {
  bytes: number
}

/** Well above a task, which has sixteen levels at most. */
const DEPTH = 64

/** Enough for a few fields or a hundred ids. */
const SMALL: BodyBounds = { bytes: 64 * KIB, values: 2000, fields: 1000, loose: 64 * KIB, depth: DEPTH }
const BOUNDS = {
  one_task: { bytes: 2 * MIB, values: 25_000, fields: 2000, loose: MIB, depth: DEPTH },
  /** Enough for a hundred tasks with a thousand keywords of eighty characters each. */
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

/** Limit of a body that is read into memory. */
const READ_BYTES = 20 * MIB

/** Plain documents also take files, so the operator sets the size. `passed_bytes` is for bodies that are not read into memory. */
export function plainBodyBounds(bytes: number): BodyBounds & { passed_bytes: number } {
  return { ...BOUNDS.many_tasks, bytes: Math.min(bytes, READ_BYTES), passed_bytes: bytes }
}

/** Limits of all bodies in a process at the same moment, from the first byte until the call is answered. */
export const OPEN_BODIES = {
  process_bytes: 64 * MIB,
  /** Reserved for small bodies, so that large ones never block them. */
  reserved_bytes: 16 * MIB,
  small_bytes: SMALL.bytes,
  /** Enough for two of the largest bodies. */
  login_bytes: 24 * MIB,
}

/** Limit of the decompression ratio, which applies above the first `free_bytes`. */
export const UNPACKED = { ratio: 200, free_bytes: MIB }

/** Timeouts of a body: without any byte, and until it is complete. */
export const UPLOAD = { idle_ms: 10_000, whole_ms: 25_000 }
