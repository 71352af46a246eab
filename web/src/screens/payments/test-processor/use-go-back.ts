import { useQueryClient } from '@tanstack/react-query'
import { goToPay } from '#money/go-to-pay.ts'
import { PAYMENTS_KEY } from '../payments-queries.ts'

/** Returns to our own page, which requests the current state. */
export function useGoBack(): (return_url: string) => void {
  const client = useQueryClient()
  return (return_url) => {
    client.invalidateQueries({ queryKey: PAYMENTS_KEY })
    client.removeQueries({ queryKey: ['test-processor'] })
    goToPay(return_url)
  }
}
