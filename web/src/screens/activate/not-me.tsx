import { auth } from '@portico/contract/auth.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import styles from './activate.module.css'

/** The owner of the address rejects the sign-up; the consequences are named and confirmed once. */
export function NotMe() {
  const t = useT()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const box = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  function ask(next: boolean) {
    flushSync(() => setAsking(next))
    // The pressed button is gone: the focus stays where the answer is given.
    box.current?.querySelector('button')?.focus()
  }

  async function reject() {
    setBusy(true)
    toast.clear()
    try {
      toast.reply((await call(auth.rejectActivation, {})).msg)
      navigate(paths.signin, { replace: true })
    } catch (error) {
      toast.problem(error)
      setBusy(false)
    }
  }

  return (
    <div ref={box} className={styles.notMe}>
      {isAsking ? (
        <>
          <Banner tone="warn" live>
            {t('The sign-up and its data will be deleted. The link and the code will stop working.')}
          </Banner>
          <Button tone="danger" wide busy={busy} onClick={reject}>
            {t('Delete the sign-up')}
          </Button>
          <Button tone="quiet" wide onClick={() => ask(false)}>
            {t('Keep it')}
          </Button>
        </>
      ) : (
        <Button tone="quiet" wide onClick={() => ask(true)}>
          {t('This wasn’t me')}
        </Button>
      )}
    </div>
  )
}
