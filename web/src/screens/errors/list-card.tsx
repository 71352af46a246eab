import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { errorColumns } from './error-columns.tsx'
import { ErrorTable } from './error-table.tsx'
import { rowsQuery } from './errors-queries.ts'
import { useFormats } from './formats.ts'
import type { Errors } from './use-errors.ts'

const COUNT = '{count, plural, one {# error} other {# errors}}'
const SHARED = '{count, plural, one {# error} other {# errors}}; repeats share a row'

export function ListCard({ errors, hasLogins }: { errors: Errors; hasLogins: boolean }) {
  const t = useT()
  const formats = useFormats()
  const { data } = useQuery(rowsQuery(errors))
  const count = data && t(data.calls > data.total ? SHARED : COUNT, { count: data.calls })
  const moved =
    data?.moved_before &&
    t('Errors before {day} are in the archive and take longer to load.', { day: formats.utcDay(data.moved_before) })
  return (
    <Card title={t('All errors')} note={[count, moved].filter(Boolean).join('. ')} flush>
      <ErrorTable errors={errors} label={t('All errors')} columns={errorColumns({ t, formats, hasLogins })} />
    </Card>
  )
}
