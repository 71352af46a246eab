import type { Balance } from '@portico/contract/balance.ts'
import { useQuery } from '@tanstack/react-query'
import { useBootState } from '#session/boot-state.ts'
import { useSession } from '#session/session.ts'
import { liveBalanceQuery } from './balance.ts'

export type Trial = NonNullable<Balance['trial']>

/** The trial credit that came with the balance; a login that never had any shows it only with a reason. */
export function shownTrial(credits: Balance | null | undefined, had_trial: boolean): Trial | null {
  const trial = credits?.trial ?? null
  return trial && (trial.total_micros > 0 || had_trial) ? trial : null
}

/** It comes with the balance that the header shows, and so it changes with it. */
export function useTrial(): Trial | null {
  const { data } = useQuery({ ...liveBalanceQuery, enabled: false })
  const { firstCredits } = useSession()
  return shownTrial(data ?? firstCredits, useBootState().had_trial)
}
