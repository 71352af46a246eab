import { passkeySignIn } from '@portico/contract/passkeys.ts'
import { SNACKBAR_AUTH_MS } from '@portico/contract/rules.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { loadOrRenew } from '#lib/load-chunk.ts'
import { useNotice } from '#session/notice.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'

/** Signs in with a key of the browser, in place of password and code. */
export function PasskeyButton() {
  const t = useT()
  const session = useSession()
  const notice = useNotice()
  const [busy, setBusy] = useState(false)

  async function enter() {
    setBusy(true)
    notice.clear()
    try {
      // Few people ever need it: it comes when it is asked for.
      const { givePasskey } = await loadOrRenew(() => import('#session/passkey.ts'))
      session.begin((await call(passkeySignIn.signInByPasskey, { response: await givePasskey() })).user)
    } catch (error) {
      notice.bad(error, SNACKBAR_AUTH_MS)
    }
    setBusy(false)
  }

  return (
    <Button wide icon="key" busy={busy} onClick={enter}>
      {t('Sign in with a passkey')}
    </Button>
  )
}
