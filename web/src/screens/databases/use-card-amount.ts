import { may } from '@portico/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/paths.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { useUser } from '#session/session.ts'
import { type CardAmount, cardAmount } from './card-amount.ts'
import { setupQuery } from './databases-queries.ts'

/** For users who pay, as soon as balance and payment methods are known. */
export function useCardAmount(price_micros: number, available_micros: number | undefined): CardAmount | undefined {
  const role = useUser()?.role
  const isListed = useIsListed()
  const mayPay = role !== undefined && may(role, 'add_funds') && isListed(paths.payments)
  const { data } = useQuery({ ...setupQuery, enabled: mayPay })
  return mayPay && data && available_micros !== undefined ? cardAmount(price_micros, available_micros, data) : undefined
}
