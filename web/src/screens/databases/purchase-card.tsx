import { purchaseReceipt } from '@portico/contract/database-files.ts'
import { LINK_DAYS, type Purchase, type PurchaseState } from '@portico/contract/databases.ts'
import { may } from '@portico/contract/permissions.ts'
import type { Role } from '@portico/contract/role.ts'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { Moment } from '#page/moment.tsx'
import { Button, LinkButton } from '#ui/input/button.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { addressOf } from './database-address.ts'
import styles from './databases.module.css'
import { isUnderWay } from './databases-queries.ts'
import { FORMAT_NAMES, useFormats } from './formats.ts'
import { PurchaseFiles } from './purchase-files.tsx'
import { useLinks } from './use-links.ts'

const STATES: Record<PurchaseState, { label: MessageKey; tone: BadgeTone }> = {
  paid: { label: 'Paid', tone: 'accent' },
  preparing: { label: 'Preparing files', tone: 'accent' },
  ready: { label: 'Ready', tone: 'good' },
  failed: { label: 'Refunded', tone: 'bad' },
}

export function PurchaseCard({ purchase, role }: { purchase: Purchase; role: Role }) {
  const { t } = useI18n()
  const { short } = useMoney()
  const { countries, day } = useFormats()
  const links = useLinks(purchase.id)
  const { label, tone } = STATES[purchase.state]
  const facts = [
    [t('Date'), <Moment key="date" at={purchase.created_at} />],
    [t('Locations'), countries(purchase.locations)],
    [t('Format'), FORMAT_NAMES[purchase.format]],
    [t('Amount'), short(purchase.amount_micros)],
    [t('Bought by'), purchase.bought_by],
    [
      t('New versions'),
      purchase.updates_until ? t('until {day}', { day: day(purchase.updates_until) }) : t('not included'),
    ],
  ] as const
  const mayDownload = may(role, 'download_databases')
  return (
    <Card
      title={
        <span className={styles.purchaseTitle}>
          <Link to={addressOf(purchase.database_id)}>{purchase.title}</Link>
          <span className={styles.reference}>{purchase.reference}</span>
          <Badge tone={tone} dot>
            {t(label)}
          </Badge>
        </span>
      }
      actions={
        may(role, 'buy_databases') && (
          <LinkButton size="small" icon="download" href={`${purchaseReceipt.path}?id=${purchase.id}`} download>
            {t('Receipt')}
          </LinkButton>
        )
      }
    >
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isUnderWay(purchase) && (
        <p className={styles.note} role="status">
          {t('Your files are being prepared. This page shows them as soon as they are ready.')}
        </p>
      )}
      {purchase.state === 'failed' && (
        <p className={styles.note}>{t('The files could not be created. The amount was returned to your balance.')}</p>
      )}
      {purchase.files.length > 0 && (
        <>
          <PurchaseFiles files={purchase.files} links={mayDownload ? links : undefined} />
          <div className={styles.linksNote}>
            <span className={styles.faint}>
              {mayDownload
                ? t(
                    'Links work for {days} days, download managers included, and interrupted downloads can be resumed.',
                    { days: LINK_DAYS },
                  )
                : t('Your role lets you see purchases, but not download them.')}
            </span>
            {mayDownload && (
              <Button size="small" tone="quiet" icon="refresh" busy={links.isReplacing} onClick={links.replace}>
                {t('Revoke earlier links')}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  )
}
