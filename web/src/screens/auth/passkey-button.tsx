import { passkeySignIn } from '@portico/contract/passkeys.ts'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { loadOrRenew } from '#lib/load-chunk.ts'
import { remember } from '#lib/storage.ts'
import { Button } from '#ui/input/button.tsx'
import { useEnter } from './use-enter.ts'

/** Signs in with a passkey of the browser, instead of password and code. */
export function PasskeyButton(marks: object) {
  const t = useT()
  const enterAs = useEnter()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function enter() {
    setBusy(true)
    toast.clear()
    try {
      // Few people ever need it: it is loaded on request.
      const { givePasskey } = await loadOrRenew(() => import('#step-up/passkey.ts'))
      const { user } = await call(passkeySignIn.signInByPasskey, { response: await givePasskey() })
      remember('last_way', 'passkey')
      enterAs(user)
    } catch (error) {
      toast.problem(error)
    }
    setBusy(false)
  }

  return (
    <Button wide icon="key" busy={busy} onClick={enter} {...marks}>
      {t('Sign in with a passkey')}
    </Button>
  )
}
