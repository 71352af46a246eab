import { useState } from 'react'
import { useNotice } from '../notice.ts'

/** What a mailed link is for is done by one press, as mail scanners open links too. */
export function useOnePress(work: () => Promise<void>) {
  const notice = useNotice()
  const [busy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  async function press() {
    setBusy(true)
    notice.clear()
    try {
      await work()
      setDone(true)
    } catch (error) {
      notice.bad(error)
    }
    setBusy(false)
  }
  return { busy, isDone, press }
}
