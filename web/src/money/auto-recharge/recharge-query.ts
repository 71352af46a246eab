import { recharge } from '@portico/contract/recharge.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { OF_MONEY } from '../balance.ts'

export const rechargeQuery = queryOptions({
  queryKey: ['recharge', 'settings'],
  queryFn: ({ signal }) => call(recharge.getRecharge, {}, signal),
  ...OF_MONEY,
})
