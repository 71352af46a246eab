import { useEffect } from 'react'
import { balance } from './outbound-events.ts'

/** Reports every shown balance to the scripts, too. */
export function useReportBalance(micros: number | undefined): void {
  useEffect(() => {
    if (micros !== undefined) balance(micros)
  }, [micros])
}
