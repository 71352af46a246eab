import { errors as contract, type ErrorRow, RESEND_MAX } from '@portico/contract/errors.ts'
import { may } from '@portico/contract/permissions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import type { Column } from '#ui/table/column.ts'
import { selectionColumn } from '#ui/table/selection-column.tsx'
import { errorColumns } from './error-columns.tsx'
import { ErrorTable } from './error-table.tsx'
import { choicesQuery, rowsQuery } from './errors-queries.ts'
import { FilterBar } from './filter-bar.tsx'
import { useFormats } from './formats.ts'
import type { Errors } from './use-errors.ts'

const NONE: ReadonlySet<string> = new Set()
const ON_THEIR_WAY: MessageKey = '{count, plural, one {# webhook is on its way.} other {# webhooks are on their way.}}'

/** Webhooks that were not delivered; those chosen are sent again, free of charge. */
export function WebhooksTab({ errors }: { errors: Errors }) {
  const t = useT()
  const formats = useFormats()
  const [selected, setSelected] = useState(NONE)
  const choices = useQuery(choicesQuery(errors.filter))
  const rows = useQuery(rowsQuery(errors)).data?.rows ?? []
  const canResend = choices.data !== undefined && may(choices.data.role, 'resend_webhooks')
  const resend = useResend(errors, () => setSelected(NONE))
  const columns: Column<ErrorRow>[] = errorColumns({ t, formats, hasLogins: (choices.data?.logins.length ?? 0) > 1 })
  const selection = selectionColumn<ErrorRow>({
    rows,
    rowKey: ({ id }) => id,
    selected,
    onChange: setSelected,
    selectAll: t('Select all on this page'),
    selectRow: ({ at }) => t('Select the webhook from {when}', { when: formats.exactMoment(at) }),
    limit: RESEND_MAX,
  })
  return (
    <>
      <FilterBar errors={errors} choices={choices.data} />
      <Card
        title={t('Undelivered webhooks')}
        note={t('Each failed attempt is listed. Resending sends one webhook per task.')}
        flush
        actions={
          canResend &&
          rows.length > 0 && (
            <Button
              icon="repeat"
              tone="primary"
              busy={resend.isPending}
              disabled={selected.size === 0}
              onClick={() => resend.mutate([...selected])}
            >
              {t('{count, plural, =0 {Resend for free} other {Resend # for free}}', { count: selected.size })}
            </Button>
          )
        }
      >
        <ErrorTable
          errors={errors}
          label={t('Undelivered webhooks')}
          columns={canResend ? [selection, ...columns] : columns}
          skeletonRows={4}
          empty={
            <Empty icon="check-circle" title={t('All webhooks delivered')}>
              {t('Webhooks your server did not accept appear here. Resending is free.')}
            </Empty>
          }
        />
      </Card>
    </>
  )
}

export function useResend({ filter: { scope } }: Pick<Errors, 'filter'>, whenDone: () => void) {
  const t = useT()
  const toast = useToast()
  const snackbar = useSnackbar()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => call(contract.resendWebhooks, { scope, ids }),
    onSuccess: ({ sent, waiting }) => {
      whenDone()
      if (sent > 0) toast.good(ON_THEIR_WAY, { count: sent })
      else if (waiting > 0) snackbar.show({ text: t('These webhooks are already waiting to be sent.') })
      else snackbar.show({ text: t('These tasks are no longer stored, so there is nothing to send.') })
      return client.invalidateQueries({ queryKey: ['errors'] })
    },
    onError: toast.problem,
  })
}
