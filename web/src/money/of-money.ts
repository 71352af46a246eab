/** Marks a query whose answer depends on the balance: all of them change in one step with it. */
export const OF_MONEY = { meta: { isOfMoney: true } } as const
