import { type PaymentMethod, payments } from '@portico/contract/payments.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { goToPay } from '#money/go-to-pay.ts'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { MethodLine } from './method-line.tsx'
import styles from './payments.module.css'
import { methodsQuery, PAYMENTS_KEY } from './payments-queries.ts'
import { searchOf } from './payments-search.ts'
import { cardLabel } from './words.ts'

const DONE = {
  default: 'The default payment method was changed',
  backup: 'The backup card was changed',
  removed: 'The payment method was removed',
} as const satisfies Record<string, MessageKey>

export function MethodsTab() {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(methodsQuery)
  const [leaving, setLeaving] = useState<PaymentMethod>()
  const change = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: keyof typeof DONE }) => work(),
    onSuccess: async (_, { done }) => {
      setLeaving(undefined)
      toast.good(DONE[done])
      await client.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
    onError: toast.problem,
  })
  const add = useMutation({
    mutationFn: () => call(payments.addMethod, { return_to: `${paths.payments}${searchOf({ tab: 'methods' })}` }),
    onSuccess: ({ url }) => goToPay(url),
    onError: toast.problem,
  })
  const addButton = data?.can_add && (
    <Button icon="plus" size="small" busy={add.isPending} onClick={() => add.mutate()}>
      {t('Add a payment method')}
    </Button>
  )
  return (
    <Card
      title={t('Payment methods')}
      note={t('Stored by our payment service. We know only the brand, the last four digits and the expiry date.')}
      actions={data && data.methods.length > 0 && addButton}
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={4} />}
      {data?.methods.length === 0 && (
        <Empty icon="card" title={t('No saved payment methods')} action={addButton}>
          {data.can_add
            ? t('Save a card to pay with one click and to use auto-recharge.')
            : t('Payments by card are not available here.')}
        </Empty>
      )}
      {data && data.methods.length > 0 && (
        <ul className={styles.methods}>
          {data.methods.map((method) => (
            <MethodLine
              key={method.id}
              method={method}
              busy={change.isPending}
              onDefault={() =>
                change.mutate({ work: () => call(payments.setDefaultMethod, { id: method.id }), done: 'default' })
              }
              onBackup={(isBackup) =>
                change.mutate({
                  work: () => call(payments.setBackupMethod, { id: isBackup ? method.id : null }),
                  done: 'backup',
                })
              }
              onRemove={() => setLeaving(method)}
            />
          ))}
        </ul>
      )}
      {data && data.methods.length > 1 && (
        <p className={styles.faint}>
          {t(
            'When the default card is declined for auto-recharge or a subscription, we charge the backup once and notify you by e-mail.',
          )}
        </p>
      )}
      {leaving && (
        <Confirm
          title={t('Remove {method}?', { method: cardLabel(leaving) })}
          action={t('Remove')}
          busy={change.isPending}
          onClose={() => setLeaving(undefined)}
          onConfirm={() =>
            change.mutate({ work: () => call(payments.removeMethod, { id: leaving.id }), done: 'removed' })
          }
        >
          {t('It can no longer be charged: auto-recharge and subscriptions that use it will need another one.')}
        </Confirm>
      )}
    </Card>
  )
}
