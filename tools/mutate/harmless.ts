import type { Mutant } from './switches.ts'

/** Conditions without which every result is the same: they find rows faster, or state what another one implies. */
interface Harmless {
  /** Below `server/src/`. */
  file: string
  /** As a run prints it. */
  condition: string
  /** Of those of the file that read the same, if it is not the first. */
  nth?: number
  why: string
}

const NO_CHANGE = 'sets what is so already; rows that are so need no write'

export const HARMLESS: Harmless[] = [
  { file: 'payments/method-store.ts', condition: ".where('is_default', '=', true)", why: NO_CHANGE },
  { file: 'payments/method-store.ts', condition: ".where('is_backup', '=', true)", why: NO_CHANGE },
  {
    file: 'payments/order-store.ts',
    condition: ".where('state', '=', 'paid')",
    why: 'only paid orders have the time that is compared; the index holds those alone',
  },
  { file: 'gateway/tasks/task-store.ts', condition: "task <> '{}'", why: NO_CHANGE },
  { file: 'gateway/webhooks/webhook-host-store.ts', condition: 'not waits_for_host', why: NO_CHANGE },
  { file: 'gateway/webhooks/webhook-host-store.ts', condition: 'waits_for_host', nth: 1, why: NO_CHANGE },
  {
    file: 'gateway/webhooks/webhook-host-store.ts',
    condition: 'waits_for_host',
    nth: 3,
    why: 'none of the host that is open does not wait, says the next condition',
  },
]

export function isHarmless({ path, what, key }: Mutant): boolean {
  return HARMLESS.some(
    ({ file, condition, nth = 0 }) =>
      path === `server/src/${file}` && what.endsWith(` ${condition}`) && key.endsWith(`-${nth}`),
  )
}
