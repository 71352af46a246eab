import { passkeySignIn } from '@portico/contract/passkeys.ts'
import { useState } from 'react'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { givePasskey, knowsPasskey } from './passkey.ts'

type Given = Awaited<ReturnType<typeof givePasskey>>
type Props = {
  onDone: () => void | Promise<void>
  /** How the server is given it; by default instead of the password of a customer. */
  send?: (response: Given) => Promise<unknown>
}

const reauthenticate = (response: Given) => call(passkeySignIn.reauthenticateByPasskey, { response })

/** Confirms the user's identity with a passkey, where a sign-in password is required. */
export function PasskeyInstead({ onDone, send = reauthenticate }: Props) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  if (!knowsPasskey()) return null

  async function give() {
    setBusy(true)
    setProblem(undefined)
    try {
      await send(await givePasskey())
      await onDone()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <>
      <Button icon="key" busy={busy} onClick={give}>
        {t('Use a passkey instead')}
      </Button>
      <ProblemNote error={problem} />
    </>
  )
}
