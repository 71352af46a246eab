import { useState } from 'react'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'

/** A mailed link acts after one press, as mail scanners open links too. */
export function useOnePress(work: () => Promise<void>) {
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const [busy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  async function press() {
    setBusy(true)
    toast.clear()
    try {
      await work()
      setDone(true)
    } catch (error) {
      toast.problem(error)
    }
    setBusy(false)
  }
  return { busy, isDone, press }
}
