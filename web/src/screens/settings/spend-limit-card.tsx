import { may } from '@portico/contract/permissions.ts'
import { type SettingsInfo, type SpendLimit, settings } from '@portico/contract/settings.ts'
import { useEffect, useId, useState } from 'react'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { SaveActions } from '#forms/save-actions.tsx'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { CurrencySign } from '#money/currency-sign.ts'
import { amountText, typedMicros } from '#money/typed-amount.ts'
import { RoleNote } from '#session/role-note.tsx'
import { Field } from '#ui/input/field.tsx'
import { Card } from '#ui/show/card.tsx'
import { hoursMinutes } from './day-clock.ts'
import { limitValues } from './limit-values.ts'
import { ScopeLimits } from './scope-limits.tsx'
import styles from './settings.module.css'
import { settingsQuery, useSaved } from './settings-query.ts'
import { SpendMeter } from './spend-meter.tsx'
import { CARD_IDS } from './use-card-of-location.ts'
import { useLateDialog } from './use-lazy-dialog.ts'

const LOOK_MS = 20_000

export function SpendLimitCard({ info }: { info: SettingsInfo }) {
  const t = useT()
  const saved = useSaved()
  const now_ms = useNow(LOOK_MS)
  const [editing, setEditing] = useState<SpendLimit | 'new'>()
  const late = useLateDialog()
  const id = useId()
  const { role, limits, resets_at } = info
  const canChange = may(role, 'change_spend_limits')
  const all = limits.find(({ scope }) => scope === '')
  const limit_micros = all?.limit_micros ?? null
  const shown = { limit: limit_micros === null ? '' : amountText(limit_micros) }
  const form = useSavedForm(
    limitValues,
    async ({ limit }) => {
      const input = { scope: '', limit_micros: typedMicros(limit) ?? null, seen: limit_micros }
      saved(await call(settings.saveSpendLimit, input), 'The daily limit was saved.')
    },
    { shown, query: settingsQuery.queryKey },
  )
  const edit = (limit: SpendLimit | 'new') => {
    setEditing(limit)
    late.bring()
  }
  return (
    <Card
      id={CARD_IDS.limits}
      title={t('Daily limit')}
      note={t('Requests that would exceed a limit are refused with code 40203 and cost nothing.')}
      className={cards.card}
      footer={canChange && <SaveActions form={form} id={id} />}
    >
      <div className={styles.stack}>
        <RoleNote action="change_spend_limits" />
        {all && <SpendMeter label={t('Spent today (UTC)')} limit={all} />}
        <p className={styles.note}>
          {t('Resets at 00:00 UTC (in {time}).', { time: hoursMinutes(Date.parse(resets_at) - now_ms) })}
        </p>
        <form {...form.props} id={id} className={styles.line}>
          <Field
            label={t('Total daily limit')}
            name="limit"
            prefix={<CurrencySign />}
            inputMode="decimal"
            autoComplete="off"
            disabled={!canChange}
            defaultValue={shown.limit}
            hint={t('Leave empty for no limit. With 0, all paid requests are refused.')}
            error={form.wrong('limit')}
          />
        </form>
        <ProblemNote error={form.problem} />
        <ScopeLimits info={info} isOpening={late.isComing} onAdd={() => edit('new')} onEdit={edit} />
        <ProblemNote error={late.problem} />
      </div>
      {editing && late.Dialog && (
        <late.Dialog
          info={info}
          limit={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Card>
  )
}

/** The time, refreshed now and then: for texts in minutes. */
function useNow(every_ms: number): number {
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now_ms
}
