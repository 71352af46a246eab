import { dataExport, dataExportFile, EXPORT_DAYS, type ExportInfo } from '@portico/contract/data-export.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useToast } from '#forms/use-toast.tsx'
import { numbers } from '#i18n/formats.ts'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { useTimes } from '#page/times.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button, LinkButton } from '#ui/input/button.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Line } from './line.tsx'
import styles from './profile.module.css'

const LOOK_MS = 3000
const size = { maximumFractionDigits: 1, style: 'unit' } as const
const kilobytes = numbers({ ...size, unit: 'kilobyte' })
const megabytes = numbers({ ...size, unit: 'megabyte' })

const exportQuery = queryOptions({
  ...query(['data-export'], dataExport.getExport, {}),
  refetchInterval: ({ state }) => (state.data?.newest?.state === 'preparing' ? LOOK_MS : false),
})

const STATES: Record<NonNullable<ExportInfo['newest']>['state'], { label: MessageKey; tone: BadgeTone }> = {
  preparing: { label: 'Preparing', tone: 'accent' },
  ready: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** An archive of what is stored about the reader, and about the account if it is theirs. */
export function DataCard() {
  const { t } = useI18n()
  const { both } = useTimes()
  const client = useQueryClient()
  const toast = useToast()
  const { data, isError, isFetching, refetch } = useQuery(exportQuery)
  const prepare = useMutation({
    mutationFn: () => call(dataExport.prepareExport, {}),
    onSuccess: (info) => client.setQueryData(exportQuery.queryKey, info),
    onError: toast.problem,
  })
  const isUnderWay = data?.newest?.state === 'preparing'
  const canAsk = data !== undefined && !isUnderWay && data.again_at === null
  return (
    <Card
      id="your-data"
      className={cards.card}
      title={t('Your data')}
      note={
        data?.scope === 'person'
          ? t(
              'An archive with your personal data: profile, sessions, preferences and activity. Account data is available to its owners only.',
            )
          : t(
              'An archive with everything stored about this account and about you, as JSON and CSV. Invoices are included as PDF, passwords and keys are not.',
            )
      }
      actions={
        canAsk && (
          <Button size="small" busy={prepare.isPending} onClick={() => prepare.mutate()}>
            {data.newest?.state === 'failed' ? t('Try again') : t('Prepare a download')}
          </Button>
        )
      }
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={2} />}
      {data && (
        <div aria-live="polite" className={styles.form}>
          {data.newest ? (
            <ul className={styles.lines}>
              <Newest newest={data.newest} />
            </ul>
          ) : (
            <p className={styles.lineNote}>
              {t('We will send you an e-mail when it is ready. You can then download it here for {days} days.', {
                days: EXPORT_DAYS,
              })}
            </p>
          )}
          {data.again_at !== null && !isUnderWay && (
            <p className={styles.lineNote}>
              {t('You can prepare a new one from {time}.', { time: both(data.again_at) })}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

function Newest({ newest }: { newest: NonNullable<ExportInfo['newest']> }) {
  const { t, language } = useI18n()
  const { text, both } = useTimes()
  const { state, bytes, expires_at, created_at, id } = newest
  const { label, tone } = STATES[state]

  function note(): string {
    if (state === 'failed') return t('The archive could not be created. Please try again.')
    if (state === 'preparing') return t('This can take a few minutes. You can leave this page.')
    const many = bytes ?? 0
    const written =
      many < 1_000_000 ? kilobytes(language).format(many / 1000) : megabytes(language).format(many / 1_000_000)
    return `${written} · ${t('can be downloaded until {time}', { time: both(expires_at ?? created_at) })}`
  }

  return (
    <Line
      mark={<Icon name="download" />}
      title={
        <>
          {t('Archive of {date}', { date: text('date', created_at) })}
          <Badge tone={tone} dot>
            {t(label)}
          </Badge>
        </>
      }
      note={note()}
      action={
        state === 'ready' && (
          <LinkButton size="small" icon="download" href={`${dataExportFile.path}?id=${id}`} download>
            {t('Download')}
          </LinkButton>
        )
      }
    />
  )
}
