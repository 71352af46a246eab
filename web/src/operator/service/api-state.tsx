import type { ServiceApi } from '@portico/contract/operator-service.ts'
import { Badge } from '#ui/show/badge.tsx'
import { useConsoleT } from '../texts.ts'
import styles from './service.module.css'
import { outcomeWord, STATE_WORDS } from './words.ts'

/** The state of an API as on the status page, and whether a person set it. */
export function ApiState({ row: { state, set_by } }: { row: Pick<ServiceApi, 'state' | 'set_by'> }) {
  const t = useConsoleT()
  const { label, tone } = STATE_WORDS[state]
  return (
    <span className={styles.badges}>
      <Badge tone={tone} dot>
        {t(label)}
      </Badge>
      {state !== 'operational' && (
        <span className={styles.soft}>{set_by === 'hand' ? t('set by hand') : t('by rule')}</span>
      )}
    </span>
  )
}

export function outcomeText(outcome: string, status: string, t: ReturnType<typeof useConsoleT>): string {
  const word = outcomeWord(outcome)
  const text = word ? t(word) : outcome
  return status === 'none' || status === '' ? text : `${text} ${status}`
}

export function callsOf({ ok, refused, failed }: Pick<ServiceApi, 'ok' | 'refused' | 'failed'>): number {
  return ok + refused + failed
}
