import { auth } from '@portico/contract/auth.ts'
import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import { code } from '@portico/contract/form-fields.ts'
import { staffPasskeys } from '@portico/contract/passkeys.ts'
import { createContext, type ReactNode, use, useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { PasskeyInstead } from '#step-up/passkey-instead.tsx'
import { CodeField } from '#ui/input/code-field.tsx'
import { leaveWhenSignedOut } from './console-client.ts'
import { useConsoleT } from './texts.ts'

type CallWithCode = <E extends Endpoint>(endpoint: E, input: Sent<E>) => Promise<Output<E>>

const CallContext = createContext<CallWithCode>(call)

/** Calls the server; where it wants a fresh code, a dialog requests one and the call is sent again. */
export function useStaffCall(): CallWithCode {
  return use(CallContext)
}

export function CodeProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<(isGiven: boolean) => void>()
  const ask = () => new Promise<boolean>((answer) => setWaiting(() => answer))
  const callWithCode: CallWithCode = async (endpoint, input) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'factor_needed') {
        await leaveWhenSignedOut(error)
        throw error
      }
      if (!(await ask())) throw error
      return call(endpoint, input)
    }
  }
  const finish = (isGiven: boolean) => {
    waiting?.(isGiven)
    setWaiting(undefined)
  }
  return (
    <CallContext value={callWithCode}>
      {children}
      {waiting && <CodeDialog onDone={finish} />}
    </CallContext>
  )
}

const schema = z.strictObject({ code })

function CodeDialog({ onDone }: { onDone: (isGiven: boolean) => void }) {
  const t = useConsoleT()
  const form = useInlineForm(schema, async (values) => {
    await call(auth.confirmFactor, values)
    onDone(true)
  })
  return (
    <FormDialog title={t('Confirm with a code')} form={form} action={t('Confirm')} onClose={() => onDone(false)}>
      <p>
        {t(
          'This concerns money or access. After a code from your authenticator app you are not asked again for five minutes.',
        )}
      </p>
      <CodeField name="code" label={t('Code')} length={6} autoFocus error={form.wrong('code')} />
      <PasskeyInstead
        onDone={() => onDone(true)}
        send={(response) => call(staffPasskeys.confirmByPasskey, { response })}
      />
    </FormDialog>
  )
}
