import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { CODE } from '@portico/contract/codes.ts'
import { MICROS_PER_UNIT } from '@portico/contract/money.ts'
import { useMemo } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useWayTo } from '#money/add-funds.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { quoteLongNumbers } from './exact-json.ts'
import styles from './playground.module.css'
import { ResultViews } from './result-views.tsx'
import { RunFacts } from './run-facts.tsx'
import { useComparable } from './use-compare.ts'
import { useDuration } from './use-duration.ts'
import type { PlaygroundRequest } from './use-request.ts'
import { firstTask, parsed, type RunState } from './use-run.ts'
import { Verdict } from './verdict.tsx'

const NO_FUNDS: number[] = [CODE.balanceEmpty, CODE.balanceTooLow]

type Ran = Extract<RunState, { step: 'done' }>
type RunOutcomeProps = { request: PlaygroundRequest; method: ShownMethod; state: Ran }

/** The reply: how it ended, and its content. */
export function RunOutcome({ request, method, state }: RunOutcomeProps) {
  const t = useT()
  const money = useMoney()
  const duration = useDuration()
  const comparable = useComparable(request)(method.id)
  const { exchange, estimate_micros, mode } = state
  const envelope = useMemo(() => parsed(quoteLongNumbers(exchange.body)), [exchange])
  const { code, message, cost: charged } = firstTask(method, exchange)
  const cost_micros = Math.round(charged * MICROS_PER_UNIT)
  const cost =
    mode === 'sandbox'
      ? t('Free')
      : t('{cost} (estimate {estimate})', {
          cost: money.exact(cost_micros),
          estimate: money.exact(estimate_micros),
        })
  return (
    <div className={styles.result}>
      <RunFacts
        facts={[
          ...(method.plain
            ? [{ key: 'verdict', label: t('Request'), value: <Verdict code={code} message={message} /> }]
            : verdicts(t, envelope)),
          { key: 'http', label: t('HTTP status'), value: String(exchange.http_status) },
          { key: 'cost', label: t('Cost'), value: cost },
          { key: 'time', label: t('Duration'), value: duration(exchange.time_ms) },
        ]}
      />
      {NO_FUNDS.includes(code) && <AddFundsLink />}
      <ResultViews
        method={method}
        body={exchange.body}
        bytes={exchange.bytes}
        answer={envelope}
        headers={exchange.headers}
        comparable={comparable}
      />
    </div>
  )
}

/** The state of the request and of each of its tasks: one may be accepted and another not. */
function verdicts(t: ReturnType<typeof useT>, envelope: ReturnType<typeof parsed>) {
  const { status_code, status_message, tasks } = envelope ?? {}
  const all = [{ label: t('Request'), code: status_code, message: status_message }]
  for (const one of tasks ?? []) all.push({ label: t('Task'), code: one.status_code, message: one.status_message })
  return all.map(({ label, code, message }, index) => ({
    key: `verdict ${index}`,
    label,
    value: code === undefined ? '–' : <Verdict code={code} message={message ?? ''} />,
  }))
}

/** For users who may pay; the filled-in request is there again when they come back. */
function AddFundsLink() {
  const t = useT()
  const wayTo = useWayTo()
  return useIsListed()(paths.addFunds) ? <Link to={wayTo(paths.addFunds)}>{t('Add funds')}</Link> : null
}
