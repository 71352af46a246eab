import { GROUPS } from '@portico/contract/usage-totals.ts'
import { useT } from '#i18n/i18n.tsx'
import { Filters } from '#traffic/filters/filters.tsx'
import { RangePicker } from '#traffic/range-picker.tsx'
import { Button } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Select } from '#ui/input/select.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { type Choices, FilterFields } from './filter-fields.tsx'
import styles from './usage.module.css'
import { grainsFor, NO_FILTERS, usualGroup } from './usage-search.ts'
import type { Usage } from './use-usage.ts'
import { COST_WORDS, GRAIN_WORDS } from './words.ts'

const loadViews = async () => (await import('./view-menu.tsx')).ViewMenu

type Props = { usage: Usage; choices: Choices | undefined }

export function FilterBar({ usage, choices }: Props) {
  const t = useT()
  return (
    <Filters
      narrowed={usage.narrowed}
      onClear={() => usage.change(NO_FILTERS)}
      fields={() => <FilterFields usage={usage} choices={choices} />}
      more={
        <>
          <Grains usage={usage} />
          <Groups usage={usage} choices={choices} />
          <Button
            icon="repeat"
            aria-pressed={usage.isCompared}
            onClick={() => usage.change({ compare: usage.isCompared ? undefined : 'previous' })}
          >
            {t('Compare')}
          </Button>
          <Lazy load={loadViews} props={{}} waiting={null} />
        </>
      }
    >
      <RangePicker value={usage.filter} screen="usage" now_ms={usage.now_ms} onChange={usage.change} />
    </Filters>
  )
}

function Groups({ usage, choices }: Props) {
  const t = useT()
  const isSeveral = (choices?.logins.length ?? 0) > 1
  return (
    <Select
      noMessage
      hideLabel
      label={t('Group by')}
      className={styles.group}
      value={usage.group}
      options={GROUPS.filter((group) => group !== 'login' || isSeveral || usage.group === group).map((value) => ({
        value,
        label: t(COST_WORDS[value]),
      }))}
      onChange={(event) =>
        usage.change({ group: event.target.value === usualGroup(usage.path) ? undefined : event.target.value })
      }
    />
  )
}

function Grains({ usage }: { usage: Usage }) {
  const t = useT()
  const grains = grainsFor(usage.filter)
  if (grains.length < 2) return null
  return (
    <Segmented
      label={t('Interval')}
      options={grains.map((grain) => ({ value: grain, label: t(GRAIN_WORDS[grain]) }))}
      value={usage.grain}
      onChange={(grain) => usage.change({ grain })}
    />
  )
}
