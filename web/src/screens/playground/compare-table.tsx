import { useT } from '#i18n/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Empty } from '#ui/show/empty.tsx'
import styles from './compare.module.css'
import type { Comparison, ItemChange, ValueChange } from './compare-results.ts'

const DRAWN_MAX = 300

/** What came, went, moved and changed; items without a change are only counted. */
export function CompareTable({ comparison: { values, items } }: { comparison: Comparison }) {
  const t = useT()
  const count = (some: (item: ItemChange) => boolean) => items.filter(some).length
  const changed = items.filter((item) => isAdded(item) || isRemoved(item) || item.is_moved || item.changes.length > 0)
  const figures = [
    t('{count} added', { count: count(isAdded) }),
    t('{count} removed', { count: count(isRemoved) }),
    t('{count} moved', { count: count(({ is_moved }) => is_moved) }),
    t('{count} with other values', { count: count(({ changes }) => changes.length > 0) }),
    t('{count} the same', { count: items.length - changed.length }),
  ]
  if (changed.length === 0 && values.length === 0)
    return <Empty icon="check-circle" title={t('The two results are the same')} />
  return (
    <>
      <p role="status">{figures.join(' · ')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('Changes')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Item')}</th>
              <th scope="col">{t('What changed')}</th>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {values.map((change) => (
              <ValueRow key={change.path} label={t('Result')} change={change} />
            ))}
            {changed.slice(0, DRAWN_MAX).map((item) => (
              <ItemRows key={`${item.from} ${item.to}`} item={item} />
            ))}
          </tbody>
        </table>
      </section>
      {changed.length > DRAWN_MAX && (
        <p className={styles.note}>
          {t('The first {shown} of {count} changed items.', { shown: DRAWN_MAX, count: changed.length })}
        </p>
      )}
    </>
  )
}

function isAdded({ from }: ItemChange): boolean {
  return from === undefined
}

function isRemoved({ to }: ItemChange): boolean {
  return to === undefined
}

function ItemRows({ item }: { item: ItemChange }) {
  const t = useT()
  const { label, from, to, is_moved, changes } = item
  const place = (at: number | undefined) => (at === undefined ? '–' : t('Place {count}', { count: at }))
  return (
    <>
      {(isAdded(item) || isRemoved(item) || is_moved) && (
        <tr>
          <th scope="row">{label}</th>
          <td>
            {isAdded(item) ? (
              <Badge tone="good">{t('Added')}</Badge>
            ) : isRemoved(item) ? (
              <Badge tone="bad">{t('Removed')}</Badge>
            ) : (
              <Badge tone="accent">{t('Moved')}</Badge>
            )}
          </td>
          <td>{place(from)}</td>
          <td>{place(to)}</td>
        </tr>
      )}
      {changes.map((change) => (
        <ValueRow key={change.path} label={label} change={change} />
      ))}
    </>
  )
}

function ValueRow({ label, change: { path, before, after } }: { label: string; change: ValueChange }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <code>{path}</code>
      </td>
      <td>{before ?? '–'}</td>
      <td>{after ?? '–'}</td>
    </tr>
  )
}
