import { billingFiles } from '@portico/contract/billing.ts'
import type { PaymentOrder } from '@portico/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { LinkButton } from '#ui/input/button.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { setupQuery } from '../payments-queries.ts'
import styles from './order.module.css'
import { wireLines } from './wire-lines.ts'

/** The recipient and reference of the transfer, each to copy. */
export function WireDetails({ order }: { order: PaymentOrder }) {
  const proforma = order.documents.find(({ kind }) => kind === 'proforma')
  const t = useT()
  const { short } = useMoney()
  const { data, isError, refetch } = useQuery(setupQuery)
  if (!data) return isError ? <LoadError onRetry={refetch} /> : <SkeletonText lines={5} />
  if (!data.wire) return <p>{t('Ask support for the bank details of this payment.')}</p>
  return (
    <>
      <dl className={styles.wire}>
        {wireLines(order, data.wire, { t, short }).map(([label, shown, copied]) => (
          <div key={label} className={styles.wireLine}>
            <dt>{label}</dt>
            <dd>
              <span>{shown}</span>
              <CopyButton text={copied} what={label} />
            </dd>
          </div>
        ))}
      </dl>
      {proforma && (
        <LinkButton
          wide
          icon="download"
          className={styles.proforma}
          href={`${billingFiles.document.path}?${new URLSearchParams({ id: proforma.id })}`}
          download
        >
          {t('Proforma invoice (PDF)')}
        </LinkButton>
      )}
    </>
  )
}
