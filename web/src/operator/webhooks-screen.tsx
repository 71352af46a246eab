import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { useMay } from './me.ts'
import { NotFound } from './not-found.tsx'
import { webhookPath } from './paths.ts'
import { useConsoleT } from './texts.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookScreen } from './webhook-screen.tsx'
import { StateBadge, type Webhook } from './webhook-state.tsx'
import styles from './webhooks.module.css'

/** Endpoints of the provider's programs that get events of the business; with a name, one of them and its messages. */
export function WebhooksScreen({ name, search }: { name: string; search: string }) {
  const t = useConsoleT()
  const may = useMay()
  const [isMaking, setMaking] = useState(false)
  const { data, loading } = useList({
    ...query(['operator-webhooks'], operator.listWebhooks, {}),
    enabled: may('see_audit'),
  })
  if (!may('see_audit')) return <Empty icon="lock" title={t('Your role cannot see webhooks.')} />
  const webhook = data?.webhooks.find((one) => one.name === name)
  if (name && data && !webhook) return <NotFound />
  if (name) return <WebhookScreen name={name} search={search} webhook={webhook} />
  return (
    <>
      <PageHeader
        title={t('Webhooks')}
        note={t('Notify your own programs of new customers, payments, balances and prices.')}
        actions={
          may('manage_webhooks') && (
            <Button tone="primary" onClick={() => setMaking(true)}>
              {t('New webhook')}
            </Button>
          )
        }
      />
      <Card flush>
        <Table<Webhook>
          label={t('Webhooks')}
          rows={data?.webhooks}
          rowKey={(row) => row.name}
          skeletonRows={3}
          {...loading}
          empty={<Empty title={t('No webhooks yet')} />}
          columns={[
            {
              id: 'name',
              label: t('Name'),
              cell: (row) => (
                <span className={styles.who}>
                  <Link to={webhookPath(row.name)}>{row.name}</Link>
                  <span className={styles.soft}>
                    <Breakable text={row.url} />
                  </span>
                </span>
              ),
            },
            { id: 'state', label: t('Status'), width: 120, cell: (row) => <StateBadge webhook={row} /> },
            { id: 'events', label: t('Events'), numeric: true, width: 110, cell: ({ events }) => events.length },
            { id: 'waiting', label: t('Waiting'), numeric: true, width: 110, cell: ({ waiting }) => waiting },
            { id: 'failed', label: t('Failed (24 hours)'), numeric: true, width: 160, cell: ({ failed }) => failed },
            {
              id: 'last',
              label: t('Last delivered'),
              width: 200,
              cell: ({ last_arrived_at }) => (last_arrived_at ? <Moment at={last_arrived_at} /> : t('Never')),
            },
          ]}
        />
      </Card>
      {isMaking && <WebhookDialog onClose={() => setMaking(false)} />}
    </>
  )
}
