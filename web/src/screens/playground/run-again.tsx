import type { CatalogueMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Confirm } from '#session/confirm.tsx'
import { IconButton } from '#ui/input/button.tsx'
import { estimateOf } from './estimate.ts'

export type RunAgainProps = {
  run: PlaygroundRun
  method: CatalogueMethod
  balance_micros: number
  /** Whether they may run what is charged. */
  mayLive: boolean
  busy: boolean
  onRun: (run: PlaygroundRun, method: CatalogueMethod, max_micros: number) => void
}

/** Sends a past request once more, as it was. What is charged is asked about first, with its price of today. */
export function RunAgain({ run, method, balance_micros, mayLive, busy, onRun }: RunAgainProps) {
  const t = useT()
  const money = useMoney()
  const [isAsking, setAsking] = useState(false)
  const isLive = run.mode === 'live'
  if (isLive && !mayLive) return null
  const estimate = isLive ? estimateOf(method, run.task) : 0
  const price = money.exact(estimate)
  return (
    <>
      <IconButton
        icon="repeat"
        label={t('Repeat this run')}
        disabled={busy}
        onClick={() => (isLive ? setAsking(true) : onRun(run, method, 0))}
      />
      {isAsking && (
        <Confirm
          title={t('Run this request?')}
          action={t('Run · {price}', { price })}
          busy={false}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onRun(run, method, estimate)
          }}
        >
          {t('It costs up to {price}. Your balance is {balance}.', { price, balance: money.exact(balance_micros) })}
        </Confirm>
      )}
    </>
  )
}
