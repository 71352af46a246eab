import { type ReactNode, useState } from 'react'
import { Problem } from '#lib/problem.ts'
import { Lazy } from '#ui/lazy.tsx'

const loadForMoney = async () => (await import('./ask-sign-in-password.tsx')).AskForMoney
const loadForSafety = async () => (await import('./ask-sign-in-password.tsx')).AskSignInPassword

interface Waiting {
  goOn: () => void
  giveUp: () => void
}

/**
 * Does what may need the sign-in password first: where the server wants it, it is asked for, and the work is done again. The dialog
 * has to be drawn by whoever uses this.
 */
export function usePasswordAgain(why: 'money' | 'safety' = 'money'): {
  run: <T>(work: () => Promise<T>) => Promise<T>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting>()
  const asked = () =>
    new Promise<void>((goOn, refuse) => setWaiting({ goOn, giveUp: () => refuse(new Problem('reauth_needed')) }))
  const end = (how: (() => void) | undefined) => {
    setWaiting(undefined)
    how?.()
  }
  return {
    async run(work) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'reauth_needed') throw error
      }
      await asked()
      return work()
    },
    dialog: waiting && (
      <Lazy
        load={why === 'money' ? loadForMoney : loadForSafety}
        props={{ onDone: () => end(waiting.goOn), onClose: () => end(waiting.giveUp) }}
        waiting={null}
      />
    ),
  }
}
