import { type ReactNode, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import styles from './filters.module.css'

type FiltersProps = {
  /** The number of active filters; the fields are open from the start when there is one. */
  narrowed: number
  onClear: () => void
  fields: () => ReactNode
  /** Beside the range; on a phone it is shown with the fields. */
  more?: ReactNode
  children: ReactNode
}

/** The range and whatever else is always there, on one line, and the fields that narrow a screen further. */
export function Filters({ narrowed, onClear, fields, more, children }: FiltersProps) {
  const t = useT()
  const texts = useUiTexts()
  const [isOpen, setOpen] = useState(narrowed > 0)
  return (
    <div className={styles.filters}>
      <div className={styles.line}>
        {children}
        {more && <div className={classNames(styles.more, isOpen && styles.open)}>{more}</div>}
        <div className={styles.end}>
          {narrowed > 0 && (
            <Button tone="quiet" onClick={onClear}>
              {texts.clearFilters}
            </Button>
          )}
          <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('Filters')}
            {narrowed > 0 && <span className={styles.count}>{narrowed}</span>}
          </Button>
        </div>
      </div>
      {isOpen && fields()}
    </div>
  )
}

export function FilterFrame({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}

export function FilterFrameWaiting({ fields }: { fields: string[] }) {
  return (
    <SkeletonGroup className={styles.fields}>
      {fields.map((field) => (
        <Skeleton key={field} shape="button" />
      ))}
    </SkeletonGroup>
  )
}
