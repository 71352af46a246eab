import { recharge } from '@portico/contract/recharge.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '../balance.ts'

export const rechargeQuery = queryOptions({
  ...query(['recharge', 'settings'], recharge.getRecharge, {}),
  ...OF_MONEY,
})
