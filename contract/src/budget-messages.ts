/** Messages of fields that only budgets have: other pages load none of them. */
export const BUDGET_MESSAGES = {
  budgetAmount: 'Enter an amount above 0, up to 1,000,000, with at most six decimals',
  budgetLine: 'Enter at least one of the two amounts',
  budgetOrder: 'This must be higher than the notification amount',
} as const
