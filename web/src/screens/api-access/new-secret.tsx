import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import styles from './api-access.module.css'

type NewSecretProps = { title: string; secret: string; onClose: () => void; children?: ReactNode }

/** A secret that was just made, shown until it is put away. */
export function NewSecret({ title, secret, onClose, children }: NewSecretProps) {
  const t = useT()
  return (
    <div className={styles.inset}>
      <Banner tone="good" live title={title} onClose={onClose}>
        <div className={styles.newSecret}>
          <p>{t('Copy its secret now. It is not stored and will not be shown again.')}</p>
          <div className={styles.secretBox}>
            <output aria-label={t('Secret')} aria-live="off" className={styles.secretValue}>
              {secret}
            </output>
            <CopyButton text={secret} what={t('Secret')} />
          </div>
          {children}
        </div>
      </Banner>
    </div>
  )
}
