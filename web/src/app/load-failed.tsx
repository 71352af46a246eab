import { useEffect, useState } from 'react'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './load-failed.module.css'

/** Loaded while the page is idle: when it is needed nothing can be loaded any more. */
export const loadRescue = () => import('./rescue.ts')

/** Replaces a screen whose code did not load or failed. Only a fresh page requests all of it again. */
export function LoadFailed({ isBroken = false }: { isBroken?: boolean }) {
  const t = useT()
  const Page = useUser() ? 'section' : 'main'
  const [why, setWhy] = useState<MessageKey>('Something went wrong. Your saved data is safe.')
  useEffect(() => {
    if (isBroken) return
    const end = loadRescue().then(({ rescue }) => rescue(setWhy))
    return () => {
      end.then((stop) => stop())
    }
  }, [isBroken])
  return (
    <Page className={styles.failed}>
      <h1>{t('This page could not be loaded.')}</h1>
      <p role="status">{t(why)}</p>
      <Button icon="refresh" onClick={() => location.reload()}>
        {t('Try again')}
      </Button>
    </Page>
  )
}
