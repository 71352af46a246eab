import { auth, type Preferences } from '@portico/contract/auth.ts'
import { UNSUBSCRIBE_FAILED_MS } from '@portico/contract/rules.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PreferenceSwitches } from '#forms/preference-switches.tsx'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './unsubscribe.module.css'

export function PreferencesForm({ first }: { first: Preferences }) {
  const t = useT()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const [busy, setBusy] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    clearTimeout(leaving.current)
    toast.clear()
    const is_saved = await saved(preferencesIn(new FormData(event.currentTarget)))
    setBusy(false)
    if (is_saved) return toast.good('Your subscription settings was successfully saved!')
    toast.bad('Some error. Try Again.')
    leaving.current = setTimeout(() => navigate(paths.home, { replace: true }), UNSUBSCRIBE_FAILED_MS)
  }

  return (
    <form className={styles.list} onSubmit={save}>
      <PreferenceSwitches first={first} className={styles.row} />
      <Button tone="primary" wide type="submit" busy={busy} className={styles.save}>
        {t('Save')}
      </Button>
    </form>
  )
}

async function saved(preferences: Preferences): Promise<boolean> {
  try {
    return (await call(auth.sendUnsubscribeRequest, preferences)).res === 'ok'
  } catch {
    return false
  }
}

/** The switches of the form as they travel: 1 on, 0 off. A browser sends only those that are on. */
export function preferencesIn(form: FormData): Preferences {
  const flag = (name: keyof Preferences) => (form.has(name) ? 1 : 0)
  return { news: flag('news'), offers: flag('offers'), reports: flag('reports'), triggers: flag('triggers') }
}
