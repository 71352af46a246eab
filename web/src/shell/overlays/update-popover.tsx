import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useUpdate } from '#pwa/update-store.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './overlays.module.css'

const FAILED_MS = 2_000

/** A newer version is ready: taken now, or with the next page. */
export function UpdatePopover() {
  const t = useT()
  const { apply } = useUpdate()
  const toast = useToast({ error_ms: FAILED_MS })
  const [hidden, setHidden] = useState<typeof apply>()
  const update = useMutation({
    mutationFn: apply,
    onSuccess: () => location.reload(),
    onError: () => toast.bad('Error with app version updating!'),
  })
  const isWorking = update.isPending || update.isSuccess
  return (
    <div role="status">
      {hidden !== apply && (
        <section className={styles.update} aria-label={t('Update available')}>
          <div>
            <strong>{t('Update available')}</strong>
            <p>{t('A newer version of this page is ready.')}</p>
          </div>
          <div className={styles.updateButtons}>
            <Button size="small" onClick={() => setHidden(() => apply)}>
              {t('Cancel')}
            </Button>
            <Button size="small" tone="primary" disabled={isWorking} onClick={() => update.mutate()}>
              {isWorking ? t('Updating') : t('Update')}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
