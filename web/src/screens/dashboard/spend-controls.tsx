import { DAY_MS } from '@portico/contract/time.ts'
import { ALL_LOGINS } from '@portico/contract/usage.ts'
import { RANGE_MAX_DAYS } from '@portico/contract/usage-range.ts'
import { useT } from '#i18n/i18n.tsx'
import { rangePresets } from '#traffic/range-presets.ts'
import { Button } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { Select } from '#ui/input/select.tsx'
import { saveFile } from '#ui/save-file.ts'
import { utcDay } from '#ui/text/utc-days.ts'
import styles from './cards.module.css'
import type { Spend } from './column-queries.ts'
import type { Change, DashboardSearch } from './dashboard-search.ts'
import { spendCsv } from './spend-layers.ts'

type Props = { shown: DashboardSearch; change: (change: Change) => void; now_ms: number }

/** The choice of days, metric and login, and the same numbers as a file. */
export function SpendControls({ shown, change, now_ms, data }: Props & { data: Spend | undefined }) {
  const t = useT()
  const { range, measure, scope, login } = shown
  const logins = data?.logins ?? []
  return (
    <>
      <DateRange
        value={range}
        presets={rangePresets('dashboard', now_ms, t)}
        min={utcDay(now_ms - (RANGE_MAX_DAYS - 1) * DAY_MS)}
        max={utcDay(now_ms)}
        onChange={(chosen, preset) => change(preset === null ? chosen : { range: preset })}
      />
      <Segmented
        label={t('Metric')}
        options={[
          { value: 'cost', label: t('Cost') },
          { value: 'requests', label: t('Requests') },
        ]}
        value={measure}
        onChange={(wanted) => change({ measure: wanted === 'cost' ? undefined : wanted })}
      />
      {logins.length > 1 && (
        <Select
          noMessage
          hideLabel
          label={t('API login')}
          className={styles.login}
          value={login ?? ''}
          options={[
            ...(scope === 'api'
              ? [
                  { value: '', label: t('Active login') },
                  { value: ALL_LOGINS, label: t('All logins') },
                ]
              : [{ value: '', label: t('All logins') }]),
            ...logins.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => change({ login: event.target.value })}
        />
      )}
      <Button
        icon="download"
        disabled={!data || data.apis.length === 0}
        onClick={() => data && saveFile(`spend-${range.from}-${range.to}.csv`, spendCsv(data.xs, data.apis))}
      >
        CSV
      </Button>
    </>
  )
}
