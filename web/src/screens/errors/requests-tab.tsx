import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { AllGood } from './all-good.tsx'
import { choicesQuery, groupsQuery } from './errors-queries.ts'
import { FilterBar } from './filter-bar.tsx'
import { GroupsCard } from './groups-card.tsx'
import { HISTOGRAM_HEIGHT } from './histogram-height.ts'
import { ListCard } from './list-card.tsx'
import type { Errors } from './use-errors.ts'

const loadHistogram = async () => (await import('./histogram-card.tsx')).HistogramCard

/** Grouped by cause first, because a thousand rows with one cause need one fix. */
export function RequestsTab({ errors }: { errors: Errors }) {
  const t = useT()
  const choices = useQuery(choicesQuery(errors.filter))
  const groups = useQuery(groupsQuery(errors))
  const isClean = groups.data?.total === 0 && errors.narrowed === 0 && !groups.isPlaceholderData
  return (
    <>
      <FilterBar errors={errors} choices={choices.data}>
        <Segmented
          label={t('View')}
          options={[
            { value: 'groups', label: t('Group by cause') },
            { value: 'list', label: t('List') },
          ]}
          value={errors.view}
          onChange={(view) => errors.change({ view: view === 'groups' ? undefined : view, sort: undefined })}
        />
      </FilterBar>
      {isClean ? (
        <AllGood errors={errors} sandbox={choices.data?.sandbox ?? 0} />
      ) : (
        <>
          <Lazy load={loadHistogram} props={{ filter: errors.filter }} waiting={<HistogramWaiting />} />
          {errors.view === 'groups' ? (
            <GroupsCard errors={errors} query={groups} />
          ) : (
            <ListCard errors={errors} hasLogins={(choices.data?.logins.length ?? 0) > 1} />
          )}
        </>
      )}
    </>
  )
}

function HistogramWaiting() {
  const t = useT()
  return (
    <Card title={t('Errors over time')}>
      <ChartSkeleton height={HISTOGRAM_HEIGHT} />
    </Card>
  )
}
