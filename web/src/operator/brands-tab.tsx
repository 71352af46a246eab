import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { BrandEditor } from './brand-editor.tsx'
import styles from './brands.module.css'
import { useMay } from './me.ts'
import { BRANDS, customerPath } from './paths.ts'
import { useConsoleT } from './texts.ts'
import { useWhitelabels, type Whitelabel } from './use-whitelabels.ts'

const brandPath = (host: string) => `${BRANDS}?${new URLSearchParams({ host })}`
/** No host has this name. */
const NEW = 'new'

/** Hosts with a brand of their own; one of them is opened by the address. */
export function BrandsTab({ search }: { search: URLSearchParams }) {
  const t = useConsoleT()
  const may = useMay()
  const [removing, setRemoving] = useState<string>()
  const { data, isError, refetch } = useWhitelabels()
  const host = search.get('host')
  if (host !== null && host === NEW && may('publish')) return <BrandEditor key={NEW} known={undefined} />
  if (host !== null && host !== NEW) {
    const known = data?.whitelabels.find((row) => row.host === host)
    if (known) return <BrandEditor key={host} known={known} />
    if (!data && !isError) return <SkeletonText lines={6} />
  }
  return (
    <Card
      flush
      title={t('White-labels')}
      note={t('Hosts with their own brand. They show nothing of yours.')}
      actions={
        may('publish') && (
          <Button tone="primary" size="small" onClick={() => navigate(brandPath(NEW))}>
            {t('New white-label')}
          </Button>
        )
      }
    >
      <Table<Whitelabel>
        label={t('White-labels')}
        rows={data?.whitelabels}
        rowKey={({ host: name }) => name}
        skeletonRows={3}
        error={isError && !data}
        onRetry={refetch}
        empty={<Empty title={t('No white-labels yet')} />}
        columns={[
          {
            id: 'title',
            label: t('Brand'),
            cell: ({ host: name, brand }) => (
              <span className={styles.two}>
                <Link to={brandPath(name)}>{brand.title}</Link>
                <span className={styles.soft}>{name}</span>
              </span>
            ),
          },
          {
            id: 'open',
            label: t('Who can sign up'),
            cell: ({ parent_id }) =>
              parent_id === 0 ? (
                t('Everyone')
              ) : may('see_customers') ? (
                <Link to={customerPath(parent_id)}>{t('Invited people only')}</Link>
              ) : (
                t('Invited people only')
              ),
          },
          { id: 'sender', label: t('E-mail sender'), cell: ({ sender }) => sender, wideOnly: true },
          {
            id: 'missing',
            label: t('Still missing'),
            cell: ({ brand }) => {
              const missing = [
                !brand.terms_url && t('Terms'),
                !brand.privacy_url && t('Privacy policy'),
                !brand.imprint && t('Imprint'),
              ].filter((one) => one !== false)
              return missing.length === 0 ? '–' : <Badge tone="warn">{missing.join(', ')}</Badge>
            },
          },
          {
            id: 'remove',
            label: t('Remove'),
            cell: ({ host: name }) =>
              may('publish') && (
                <Button size="small" aria-label={t('Remove {name}', { name })} onClick={() => setRemoving(name)}>
                  {t('Remove')}
                </Button>
              ),
          },
        ]}
      />
      {removing !== undefined && <RemoveDialog host={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}

function RemoveDialog({ host, onClose }: { host: string; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Remove {name}', { name: host })}
      action={t('Remove')}
      tone="danger"
      effect={t('From then on, {host} shows your own brand, to its customers as well.', { host })}
      onClose={onClose}
      send={(act) => act(operator.removeWhitelabel, { host })}
    />
  )
}
