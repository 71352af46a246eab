import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { may } from '@portico/contract/permissions.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import type { Role } from '@portico/contract/role.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { estimateOf } from './estimate.ts'
import styles from './playground.module.css'
import { useBlock } from './use-block.ts'
import type { Task } from './use-request.ts'
import { useRunKey } from './use-run-key.ts'

const loadConfirm = async () => (await import('./confirm-run.tsx')).ConfirmRun
const loadPrice = async () => (await import('./price-tooltip.tsx')).PriceTooltip
const loadTable = async () => (await import('./price-table.tsx')).PriceTable
const loadBlock = async () => (await import('./run-block.tsx')).RunBlock

const ASK_ABOVE_MICROS = 1_000_000
const ASK_ABOVE_SHARE = 0.1

type RunBarProps = {
  method: ShownMethod
  task: Task
  mode: PlaygroundMode
  /** Undefined until it is known: then live is not offered yet, and no reason is given. */
  role: Role | undefined
  ip: string
  balance_micros: number
  busy: boolean
  isWrong: boolean
  /** At the bottom of the window, where the form is longer than that. */
  isSticky: boolean
  onMode: (mode: PlaygroundMode) => void
  onRun: (max_micros: number) => void
}

/** The environment, the highest price, and the button. */
export function RunBar(props: RunBarProps) {
  const { method, task, mode, role, ip, balance_micros, busy, isWrong, isSticky, onMode, onRun } = props
  const t = useT()
  const money = useMoney()
  const [isAsking, setAsking] = useState(false)
  const [isExplained, setExplained] = useState(false)
  const estimate = mode === 'live' ? estimateOf(method, task) : 0
  const tariff = mode === 'live' ? method.tariff : null
  const mayLive = role !== undefined && may(role, 'call_api')
  const block = useBlock(method.id, mode, task)
  const isMuch = estimate > ASK_ABOVE_MICROS || estimate > balance_micros * ASK_ABOVE_SHARE
  const price = method.tariff && isUpTo(method) ? `≈ ${money.exact(estimate)}` : money.exact(estimate)
  const isStopped = isWrong || block !== undefined
  const press = () => (isMuch && mode === 'live' ? setAsking(true) : onRun(estimate))
  useRunKey(() => isStopped || busy || press())
  return (
    <div className={isSticky ? styles.runBar : styles.run}>
      {block && (
        <div className={styles.block}>
          <Lazy load={loadBlock} props={{ block, ip, price_micros: estimate, balance_micros }} waiting={null} />
        </div>
      )}
      <Segmented
        label={t('Environment')}
        hideLabel
        value={mode}
        onChange={onMode}
        options={[
          { value: 'sandbox', label: <Shorter text={t('Sandbox (free)')} /> },
          { value: 'live', label: <Shorter text={t('Live (charged)')} />, disabled: !mayLive },
        ]}
      />
      <Tooltip text={<Lazy load={loadPrice} props={{ tariff, task }} waiting={null} />}>
        <Button tone="primary" icon="play" busy={busy} disabled={isStopped} onClick={press}>
          {mode === 'sandbox' ? t('Run') : <Shorter text={t('Run · {price}', { price })} />}
        </Button>
      </Tooltip>
      {tariff && (
        <IconButton
          tone="quiet"
          icon="info"
          label={t('Price breakdown')}
          aria-expanded={isExplained}
          onClick={() => setExplained(!isExplained)}
        />
      )}
      {tariff && isExplained && (
        <div className={styles.block}>
          <Lazy load={loadTable} props={{ tariff, task }} waiting={null} />
        </div>
      )}
      {role && !mayLive && mode === 'sandbox' && (
        <p className={styles.note}>{t('Your role can only run requests in the sandbox.')}</p>
      )}
      {isAsking && (
        <Lazy
          load={loadConfirm}
          props={{
            price_micros: estimate,
            balance_micros,
            onClose: () => setAsking(false),
            onRun: () => onRun(estimate),
          }}
          waiting={null}
        />
      )}
    </div>
  )
}

/** A phone shows neither the remark in brackets nor the word before the price, so that the bar has one line; both are read out. */
function Shorter({ text }: { text: string }) {
  const [before, spare, after] = text.split(/( \([^()]*\)|^[^·]*· )/)
  return (
    <>
      {before}
      <span className={styles.spare}>{spare}</span>
      {after}
    </>
  )
}

/** The charge depends on the reply. */
function isUpTo({ tariff }: ShownMethod): boolean {
  if (tariff === null) return false
  const { normal, measures, monthly } = tariff
  return normal.per_result > 0 || normal.per_page > 0 || measures !== undefined || monthly !== undefined
}
