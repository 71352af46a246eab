/** Messages of fields that only channels have: other pages load none of them. */
export const CHANNEL_MESSAGES = {
  slackUrl: 'This must be an incoming webhook of Slack: https://hooks.slack.com/…',
  teamsUrl: 'This must be a webhook address from a Teams workflow',
} as const
