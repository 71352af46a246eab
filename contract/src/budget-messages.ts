/** Messages of fields that only Settings has: other pages load none of them. */
export const BUDGET_MESSAGES = {
  budgetAmount: 'Enter an amount above 0, up to 1,000,000, with at most six decimals',
  budgetLine: 'Enter at least one of the two amounts',
  budgetOrder: 'This must be more than the amount of the notification',
  slackUrl: 'This must be an incoming webhook of Slack: https://hooks.slack.com/…',
  teamsUrl: 'This must be a webhook address from a Teams workflow',
} as const
