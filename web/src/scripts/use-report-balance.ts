import { useEffect } from 'react'
import { balance } from './outbound-events.ts'

/** Whoever shows the balance says it here, too. */
export function useReportBalance(micros: number | undefined): void {
  useEffect(() => {
    if (micros !== undefined) balance(micros)
  }, [micros])
}
