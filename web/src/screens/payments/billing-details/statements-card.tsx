import { billing } from '@portico/contract/billing.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Card } from '#ui/show/card.tsx'
import { detailsQuery } from '../billing-queries.ts'

/** Only for accounts with billing details: they hold the recipient. */
export function StatementsCard({ info }: { info: Output<typeof billing.getDetails> }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (is_on: boolean) => call(billing.setStatements, { is_on }),
    onSuccess: ({ has_statements }) => {
      client.setQueryData(detailsQuery.queryKey, (now) => now && { ...now, has_statements })
      toast.good(has_statements ? 'Monthly statements are on' : 'Monthly statements are off')
    },
    onError: toast.problem,
  })
  return (
    <Card>
      <Switch
        spread
        name="statements"
        label={t('Monthly statement by e-mail')}
        hint={t('On the first of each month, with the statement of the month before as a PDF, to {emails}.', {
          emails: info.details?.invoice_emails || info.owner_email,
        })}
        checked={change.isPending ? change.variables : info.has_statements}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </Card>
  )
}
