import type { CatalogueMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { IconButton } from '#ui/input/button.tsx'
import { ConfirmRun } from './confirm-run.tsx'
import { estimateOf } from './estimate.ts'

export type RunAgainProps = {
  run: PlaygroundRun
  method: CatalogueMethod
  balance_micros: number
  /** True when they may run what is charged. */
  mayLive: boolean
  busy: boolean
  onRun: (run: PlaygroundRun, method: CatalogueMethod, max_micros: number) => void
}

/** Sends a past request again, unchanged. A charged run is confirmed first, with its price of today. */
export function RunAgain({ run, method, balance_micros, mayLive, busy, onRun }: RunAgainProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const isLive = run.mode === 'live'
  if (isLive && !mayLive) return null
  const estimate = isLive ? estimateOf(method, run.task) : 0
  return (
    <>
      <IconButton
        icon="repeat"
        label={t('Repeat this run')}
        disabled={busy}
        onClick={() => (isLive ? setAsking(true) : onRun(run, method, 0))}
      />
      {isAsking && (
        <ConfirmRun
          price_micros={estimate}
          balance_micros={balance_micros}
          onClose={() => setAsking(false)}
          onRun={() => onRun(run, method, estimate)}
        />
      )}
    </>
  )
}
