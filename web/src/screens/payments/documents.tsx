import { billingFiles } from '@portico/contract/billing.ts'
import type { PaymentOrder } from '@portico/contract/payments.ts'
import { useT } from '#i18n/i18n.tsx'
import { DOCUMENT_WORDS } from '#money/document-words.ts'
import { Icon } from '#ui/icon/icon.tsx'
import styles from './payments.module.css'

/** The documents of a payment, to save. */
export function Documents({ documents }: Pick<PaymentOrder, 'documents'>) {
  const t = useT()
  return (
    <ul className={styles.documents}>
      {documents.map(({ id, number, kind }) => (
        <li key={id}>
          <a
            href={`${billingFiles.document.path}?${new URLSearchParams({ id })}`}
            download
            aria-label={`${t(DOCUMENT_WORDS[kind])} ${number}`}
            className={styles.document}
          >
            <Icon name="download" size={16} />
            {number}
          </a>
        </li>
      ))}
    </ul>
  )
}
