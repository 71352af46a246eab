const onlyServer = (none: string) => ({ app: 'change', reader: { none } }) as const

/** Rights on the tables of the status page, the state of the service and the provider's programs, which no customer reads. */
export const STATE_RIGHTS = {
  status_minutes: onlyServer('read by the server for its status page'),
  status_days: onlyServer('read by the server for its status page'),
  incident_updates: onlyServer('read by the server for its status page'),
  status_subscribers: onlyServer('addresses of others'),
  window_announcements: onlyServer('read by the server for its mails'),
  service_counts: onlyServer('of the installation'),
  job_runs: onlyServer('of the installation'),
  operator_tokens: onlyServer('of the provider’s programs'),
  operator_webhooks: onlyServer('of the provider’s programs'),
  operator_deliveries: onlyServer('of the provider’s programs'),
  moved_days: onlyServer('of the installation'),
  moved_hours: onlyServer('of the installation'),
  moved_keys: onlyServer('keys of the files of moved days'),
  business_events: onlyServer('of the provider’s programs'),
}
