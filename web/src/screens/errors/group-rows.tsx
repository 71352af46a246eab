import type { ErrorGroup } from '@portico/contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import parts from '#traffic/call-parts.module.css'
import { buttonClass } from '#ui/input/button.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { Cause } from './cause.tsx'
import { explain } from './code-texts.ts'
import styles from './errors.module.css'
import { GLANCE, rowsQuery } from './errors-queries.ts'
import { useFormats } from './formats.ts'
import { remedyOf } from './remedy.ts'
import type { Errors } from './use-errors.ts'

/** The details of a group: cause, remedy, and its newest rows. */
export function GroupRows({ errors, group }: { errors: Errors; group: ErrorGroup }) {
  const t = useT()
  const { exactMoment, fullMoment, whole } = useFormats()
  const filter = { ...errors.filter, code: group.code, function: group.function }
  const query = useQuery(rowsQuery({ filter, order: 'newest', page: 1, page_size: GLANCE }))
  const { data, isError, isFetching, refetch } = query
  const all = errors.linkTo({ view: 'list', code: String(group.code), function: group.function, sort: undefined })
  return (
    <div className={styles.unfolded}>
      <Cause explanation={explain(group.code)} code={group.code} remedy={remedyOf(group.code)} />
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={3} />}
      <ul className={styles.glance}>
        {data?.rows.map((row) => (
          <li key={row.id}>
            <Link to={errors.linkTo({ error: row.id })} className={styles.glanceRow}>
              <time dateTime={row.at} title={fullMoment(row.at)} className={parts.time}>
                {exactMoment(row.at)}
              </time>
              <span className={styles.glanceText}>
                <Breakable text={row.message} />
              </span>
              <span className={parts.id}>{row.task_id ?? row.id}</span>
            </Link>
          </li>
        ))}
      </ul>
      {data && data.total > data.rows.length && (
        <Link to={all} className={buttonClass({ size: 'small' })}>
          {t('Show all {count} in the list', { count: whole(data.total) })}
        </Link>
      )}
    </div>
  )
}
