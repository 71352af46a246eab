import { useEffect, useState } from 'react'
import { whenProofNeeded } from '#lib/api.ts'
import { Lazy } from '#ui/lazy.tsx'

const loadQuestion = async () => (await import('./ask-sign-in-password.tsx')).AskSignInPassword

interface Waiting {
  minutes: number
  end: (is_given: boolean) => void
}

/**
 * Asks for the sign-in password wherever the server requires it for a call, above everything that is open; the call is
 * then sent again. Simultaneous calls wait for one answer.
 */
export function ProofDialog() {
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    let asking: Promise<boolean> | undefined
    whenProofNeeded((minutes) => {
      asking ??= new Promise<boolean>((end) => setWaiting({ minutes, end })).finally(() => {
        asking = undefined
        setWaiting(undefined)
      })
      return asking
    })
    return () => whenProofNeeded(async () => false)
  }, [])
  if (!waiting) return null
  const { minutes, end } = waiting
  return (
    <Lazy load={loadQuestion} props={{ minutes, onDone: () => end(true), onClose: () => end(false) }} waiting={null} />
  )
}
