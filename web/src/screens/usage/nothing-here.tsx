import { DAY_MS } from '@portico/contract/time.ts'
import { RANGE_MAX_DAYS } from '@portico/contract/usage-range.ts'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { utcDay } from '#ui/text/utc-days.ts'
import { useUiTexts } from '#ui/texts.tsx'
import { NO_FILTERS } from './usage-search.ts'
import type { Usage } from './use-usage.ts'

/** No call matches: because of a filter, or because of the range. */
export function NothingHere({ usage }: { usage: Usage }) {
  const t = useT()
  const texts = useUiTexts()
  if (usage.narrowed > 0)
    return (
      <Card>
        <Empty
          icon="filter"
          title={texts.nothingMatches}
          action={<Button onClick={() => usage.change(NO_FILTERS)}>{texts.clearFilters}</Button>}
        />
      </Card>
    )
  const longest = { from: utcDay(usage.now_ms - (RANGE_MAX_DAYS - 1) * DAY_MS), to: utcDay(usage.now_ms) }
  return (
    <Card>
      <Empty
        icon="calendar"
        title={t('No requests in this range')}
        action={<Button onClick={() => usage.change(longest)}>{t('Show six months')}</Button>}
      >
        {t('Choose a longer range or another login.')}
      </Empty>
    </Card>
  )
}
