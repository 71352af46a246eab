import { orderPath, payments } from '@portico/contract/payments.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { navigate } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { goToPay } from '#money/go-to-pay.ts'
import { isAboutDetails } from '#money/quote-error.tsx'
import { amountText } from '#money/typed-amount.ts'
import { useOrderIds } from '#money/use-order-ids.ts'
import { orderQuery, PAYMENTS_KEY, quoteQuery, type Setup } from '../payments-queries.ts'
import type { AddFundsSearch } from './add-funds-search.ts'
import { readAmount, type Way, waysToPay } from './amount.ts'

/** The choice on the page, its cost, and the press that pays. */
export function usePayment(setup: Setup, search: AddFundsSearch) {
  const { short } = useMoney()
  const client = useQueryClient()
  const [text, setText] = useState(() => amountText(search.amount_micros ?? firstAmount(setup)))
  const [chosen, setChosen] = useState<string>()
  const [keeps, setKeeps] = useState(false)
  const amount = readAmount(text, setup, short)
  const { micros } = amount
  const ways = waysToPay(setup, micros ?? 0)
  // Without a choice the stored default applies, which may change when it is requested again.
  const wanted = chosen ?? firstWay(setup, search)
  const way = ways.find((one) => keyOf(one) === wanted) ?? ways[0]
  const quoted = useQuery({ ...quoteQuery(micros ?? 0), enabled: micros !== undefined })
  const quote = quoted.data?.amount_micros === micros ? quoted.data : undefined
  const idOf = useOrderIds()
  // Preserved while another amount is quoted: text typed into their form must not be lost.
  const [lacksDetails, setLacksDetails] = useState(false)
  if (!lacksDetails && isAboutDetails(quoted.error)) setLacksDetails(true)
  if (lacksDetails && (quote || (quoted.error && !isAboutDetails(quoted.error)))) setLacksDetails(false)

  const pay = useMutation({
    mutationFn: async () => {
      if (!quote || !way) throw new Problem('total_changed')
      const input = {
        amount_micros: quote.amount_micros,
        tax_micros: quote.tax.tax_micros,
        how: way.kind,
        ...(way.kind === 'method' && { method_id: way.id }),
        ...(way.kind === 'checkout' && keeps && { save_method: true }),
        ...(search.return_to && { return_to: search.return_to }),
      }
      return call(payments.createOrder, { id: idOf(input), ...input })
    },
    onSuccess: (order) => {
      client.setQueryData(orderQuery(order.id).queryKey, order)
      client.invalidateQueries({ queryKey: [...PAYMENTS_KEY, 'orders'] })
      // Replaces this page: a customer who comes back from paying finds the payment, not an empty form.
      navigate(orderPath(order.id), { replace: true })
      if (order.pay_url) goToPay(order.pay_url)
    },
    onError: () => client.invalidateQueries({ queryKey: [...PAYMENTS_KEY, 'quote'] }),
  })

  return {
    text,
    setText,
    amount,
    ways,
    way,
    choose: (next: Way) => setChosen(keyOf(next)),
    keeps,
    setKeeps,
    quote,
    /** The quote before, while the next one is on its way. */
    shown: quoted.data,
    quoteProblem: quoted.isFetching ? null : quoted.error,
    askAgain: quoted.refetch,
    lacksDetails,
    pay,
  }
}

export type Payment = ReturnType<typeof usePayment>

export function keyOf(way: Way): string {
  return way.kind === 'method' ? way.id : way.kind
}

function firstAmount({ presets_micros, min_micros }: Setup): number {
  return presets_micros[1] ?? presets_micros[0] ?? min_micros
}

function firstWay({ methods }: Setup, { isNewMethod }: AddFundsSearch): string {
  const stored = methods.find(({ is_default }) => is_default) ?? methods[0]
  return isNewMethod || !stored ? 'checkout' : stored.id
}
