import { useT } from '#i18n/i18n.tsx'
import { PAGE_PROBLEMS } from '#lib/problem.ts'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './load-failed.module.css'

/** Replaces a screen whose code did not load or failed. Only a fresh page requests all of it again. */
export function LoadFailed({ isBroken = false }: { isBroken?: boolean }) {
  const t = useT()
  const Page = useUser() ? 'section' : 'main'
  return (
    <Page className={styles.failed}>
      <h1>{t('This page could not be loaded.')}</h1>
      <p>{t(isBroken ? 'Something went wrong. Your saved data is safe.' : PAGE_PROBLEMS.unreachable)}</p>
      <Button icon="refresh" onClick={() => location.reload()}>
        {t('Try again')}
      </Button>
    </Page>
  )
}
