import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { PriceEditor } from './catalogue-price-editor.tsx'
import { VERSION_STATES } from './catalogue-words.ts'
import styles from './customers.module.css'
import { useMay } from './me.ts'
import { CATALOGUE } from './paths.ts'
import { useConsoleT } from './texts.ts'

type Version = Output<typeof operator.listPrices>['versions'][number]

/** The versions of the prices, each from its moment on; a new one is written from an older one. */
export function CataloguePrices({ search }: { search: string }) {
  const edited = new URLSearchParams(search).get('edit')
  return edited === null ? <Versions /> : <PriceEditor key={edited} from={edited} />
}

function editPath(version: string): string {
  return `${CATALOGUE}?${new URLSearchParams({ show: 'prices', edit: version })}`
}

function Versions() {
  const t = useConsoleT()
  const may = useMay()
  const [withdrawn, setWithdrawn] = useState<Version>()
  const { data, loading } = useList(query(['price-versions'], operator.listPrices, {}))
  const current = data?.versions.find(({ state }) => state === 'in force')
  return (
    <div className={styles.column}>
      {may('change_prices') && current && (
        <p className={styles.actions}>
          <Link to={editPath(current.version)} className={buttonClass({ tone: 'primary' })}>
            {t('New version of the prices')}
          </Link>
        </p>
      )}
      <Card flush>
        <Table<Version>
          label={t('Versions')}
          rows={data?.versions.toReversed()}
          rowKey={({ version, applied_at }) => `${version} ${applied_at}`}
          skeletonRows={4}
          {...loading}
          empty={<Empty title={t('Nothing yet')} />}
          columns={[
            { id: 'version', label: t('Version'), cell: ({ version }) => version },
            {
              id: 'state',
              label: t('State'),
              cell: ({ state }) => <Badge tone={VERSION_STATES[state].tone}>{t(VERSION_STATES[state].label)}</Badge>,
            },
            { id: 'from', label: t('Takes effect'), cell: ({ valid_from }) => <Moment at={valid_from} /> },
            { id: 'by', label: t('Created by'), cell: ({ actor }) => actor.replace(/^operator:/, ''), wideOnly: true },
            {
              id: 'actions',
              label: t('Actions'),
              cell: (version) =>
                may('change_prices') && (
                  <span className={styles.actions}>
                    {version.state === 'to come' && (
                      <Button size="small" onClick={() => setWithdrawn(version)}>
                        {t('Withdraw')}
                      </Button>
                    )}
                    <Link to={editPath(version.version)} className={buttonClass({ size: 'small' })}>
                      {t('Start from this')}
                    </Link>
                  </span>
                ),
            },
          ]}
        />
      </Card>
      {withdrawn && <WithdrawDialog version={withdrawn.version} onClose={() => setWithdrawn(undefined)} />}
    </div>
  )
}

function WithdrawDialog({ version, onClose }: { version: string; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Withdraw {version}', { version })}
      action={t('Withdraw')}
      tone="danger"
      effect={t('It never takes effect, and its notice to customers is removed.')}
      onClose={onClose}
      send={(act) => act(operator.withdrawPrices, { version })}
    />
  )
}
