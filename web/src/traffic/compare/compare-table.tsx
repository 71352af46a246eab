import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Empty } from '#ui/show/empty.tsx'
import styles from './compare.module.css'
import type { Comparison, ItemChange } from './compare-results.ts'

const DRAWN_MAX = 300

/** What the two answers are called. */
type Sides = { before: string; after: string }

/** Added, removed, moved and changed items; items without a change are only counted. */
export function CompareTable({ comparison: { values, items }, names }: { comparison: Comparison; names?: Sides }) {
  const t = useT()
  const sides = names ?? { before: t('Before'), after: t('After') }
  const count = (some: (item: ItemChange) => boolean) => items.filter(some).length
  const changed = items.filter((item) => isAdded(item) || isRemoved(item) || item.is_moved || item.changes.length > 0)
  const metrics = [
    t('{count} added', { count: count(isAdded) }),
    t('{count} removed', { count: count(isRemoved) }),
    t('{count} moved', { count: count(({ is_moved }) => is_moved) }),
    t('{count} changed', { count: count(({ changes }) => changes.length > 0) }),
    t('{count} unchanged', { count: items.length - changed.length }),
  ]
  if (changed.length === 0 && values.length === 0)
    return <Empty icon="check-circle" title={t('The two results are the same')} />
  return (
    <>
      {items.length > 0 && <p role="status">{metrics.join(' · ')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('Changes')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Item')}</th>
              <th scope="col">{t('What changed')}</th>
              <th scope="col">{sides.before}</th>
              <th scope="col">{sides.after}</th>
            </tr>
          </thead>
          {values.length > 0 && (
            <tbody>
              <ItemRows item={{ label: t('Result'), from: 1, to: 1, is_moved: false, changes: values }} sides={sides} />
            </tbody>
          )}
          {changed.slice(0, DRAWN_MAX).map((item) => (
            <tbody key={`${item.from} ${item.to}`}>
              <ItemRows item={item} sides={sides} />
            </tbody>
          ))}
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

/** The item is shown once beside all its changes. */
function ItemRows({ item, sides }: { item: ItemChange; sides: Sides }) {
  const t = useT()
  const { label, from, to, is_moved, changes } = item
  const positionText = (at: number | undefined) => (at === undefined ? undefined : t('Position {count}', { count: at }))
  const listText = (key: 'Removed: {values}' | 'Added: {values}', values: string[]) =>
    values.length > 0 ? t(key, { values: brief(values) }) : undefined
  const event = isAdded(item) ? 'Added' : isRemoved(item) ? 'Removed' : is_moved ? 'Moved' : undefined
  const rows = [
    ...(event
      ? [
          {
            key: event,
            what: <Badge tone={TONES[event]}>{t(event)}</Badge>,
            before: positionText(from),
            after: positionText(to),
          },
        ]
      : []),
    ...changes.map(({ path, before, after, list }) => ({
      key: `.${path}`,
      what: <code>{path}</code>,
      before: list ? listText('Removed: {values}', list.removed) : before,
      after: list ? listText('Added: {values}', list.added) : after,
    })),
  ]
  return rows.map(({ key, what, before, after }, at) => (
    <Change
      key={key}
      label={at === 0 ? label : undefined}
      rows={rows.length}
      what={what}
      {...{ before, after, sides }}
    />
  ))
}

const NAMED_MAX = 20

/** A list in a few lines, and how many more there are. */
function brief(values: string[]): string {
  const more = values.length - NAMED_MAX
  return [...values.slice(0, NAMED_MAX), ...(more > 0 ? [`… (+${more})`] : [])].join(', ')
}

const TONES = { Added: 'good', Removed: 'bad', Moved: 'accent' } as const

type ChangeProps = {
  sides: Sides
  /** Set in the first row of the item. */
  label: string | undefined
  rows: number
  what: ReactNode
  before: string | undefined
  after: string | undefined
}

function Change({ label, rows, what, before, after, sides }: ChangeProps) {
  return (
    <tr>
      {label !== undefined && (
        <th scope="rowgroup" rowSpan={rows}>
          {label}
        </th>
      )}
      <td className={styles.what}>{what}</td>
      <td data-label={sides.before} className={styles.before}>
        {before ?? '–'}
      </td>
      <td data-label={sides.after} className={styles.after}>
        {after ?? '–'}
      </td>
    </tr>
  )
}
