import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import { createContext, type ReactNode, use, useState } from 'react'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { Lazy } from '#ui/lazy.tsx'
import { leaveWhenSignedOut } from './console-client.ts'
import { withTexts } from './console-texts.ts'

type CallWithCode = <E extends Endpoint>(endpoint: E, input: Sent<E>) => Promise<Output<E>>

const CallContext = createContext<CallWithCode>(call)

const loadDialog = () => withTexts('code-dialog', async () => (await import('./code-dialog.tsx')).CodeDialog)

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
      {waiting && <Lazy load={loadDialog} props={{ onDone: finish }} waiting={null} />}
    </CallContext>
  )
}
