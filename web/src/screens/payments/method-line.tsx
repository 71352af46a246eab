import type { PaymentMethod } from '@portico/contract/payments.ts'
import { useT } from '#i18n/i18n.tsx'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { expiryOf } from './expiry.ts'
import { MethodIcon } from './method-icon.tsx'
import styles from './payments.module.css'
import { cardLabel } from './words.ts'

type MethodLineProps = {
  method: PaymentMethod
  busy: boolean
  onDefault: () => void
  /** False: no card is the back-up any more. */
  onBackup: (isBackup: boolean) => void
  onRemove: () => void
}

export function MethodLine({ method, busy, onDefault, onBackup, onRemove }: MethodLineProps) {
  const t = useT()
  const expiry = expiryOf(method, Date.now())
  const label = cardLabel(method)
  return (
    <li className={styles.method}>
      <MethodIcon name="card" />
      <div className={styles.methodWords}>
        <strong>{label}</strong>
        {expiry && <span className={styles.faint}>{t('Expires {date}', { date: expiry.text })}</span>}
      </div>
      <div className={styles.methodEnd}>
        {expiry?.isOver && <Badge tone="bad">{t('Expired')}</Badge>}
        {method.is_backup && <Badge>{t('Backup')}</Badge>}
        {!method.is_default && (
          <Button
            size="small"
            tone="quiet"
            disabled={busy}
            onClick={() => onBackup(!method.is_backup)}
            aria-label={`${method.is_backup ? t('Remove as backup') : t('Use as backup')}: ${label}`}
          >
            {method.is_backup ? t('Remove as backup') : t('Use as backup')}
          </Button>
        )}
        {method.is_default ? (
          <Badge tone="accent">{t('Default')}</Badge>
        ) : (
          <Button
            size="small"
            tone="quiet"
            disabled={busy}
            onClick={onDefault}
            aria-label={`${t('Make default')}: ${label}`}
          >
            {t('Make default')}
          </Button>
        )}
        <IconButton size="small" icon="trash" label={`${t('Remove')}: ${label}`} disabled={busy} onClick={onRemove} />
      </div>
    </li>
  )
}
