import type { StatusTexts } from '../texts.ts'

export const en: StatusTexts = {
  title: (brand) => `${brand} status`,
  description: (brand) => `Whether the APIs of ${brand} work right now, and how they worked in the last 90 days.`,
  overall: {
    operational: 'All APIs are working',
    degraded: 'Some calls are failing',
    outage: 'There is an outage',
    maintenance: 'Maintenance in progress',
    unknown: 'The current state is unknown',
  },
  states: { operational: 'Working', degraded: 'Partly failing', outage: 'Outage', maintenance: 'Maintenance' },
  as_of: (at) => `As of ${at}`,
  old: (at) => `We cannot read the current state at the moment. Below is the last known state, as of ${at}.`,
  never: 'We cannot read the current state at the moment. Please try again in a few minutes.',
  apis: 'The last 90 days',
  legend:
    'Each bar is one day in UTC. Only calls that failed because of us or our data sources count as failures, not requests refused for reasons such as a wrong password, an invalid field or too little balance.',
  answered: (percent) => `${percent} answered`,
  no_calls: 'No calls yet',
  first_day: '90 days ago',
  today: 'Today',
  day: (day, percent) => `${day}: ${percent} answered`,
  day_without_calls: (day) => `${day}: no calls`,
  bad_days: 'Days with failures',
  current: 'Now and planned',
  past: 'Earlier incidents and maintenance',
  no_incidents: 'None in the last 90 days.',
  heading: {
    none: (apis) => `Information about ${apis}`,
    degraded: (apis) => `Some calls failing: ${apis}`,
    outage: (apis) => `Outage: ${apis}`,
  },
  all_apis: 'all APIs',
  update_states: {
    investigating: { label: 'Investigating', sentence: 'We are looking into it.' },
    identified: { label: 'Cause found', sentence: 'We know the cause and are working on a fix.' },
    monitoring: { label: 'Fix in effect', sentence: 'The fix is in effect, and we are watching the results.' },
    resolved: { label: 'Resolved', sentence: 'The problem is resolved.' },
  },
  maintenance: 'Planned maintenance',
  maintenance_text: (from, to) => `From ${from} to ${to}. Calls can fail during this time.`,
  windows: {
    planned: 'Upcoming',
    changed: 'New time',
    cancelled: 'Canceled',
    cancelled_text: (from) => `The maintenance planned from ${from} will not take place.`,
  },
  subscribe: {
    heading: 'Get updates by e-mail',
    hint: 'One e-mail for each update of an incident and each planned maintenance. You can unsubscribe with one click at any time.',
    label: 'E-mail address',
    button: 'Subscribe',
    feed: 'Atom feed',
  },
  sent: {
    title: 'Check your mailbox',
    text: (email) =>
      `We have sent an e-mail to ${email}. Open the link in it to confirm the subscription; it is valid for 24 hours.`,
  },
  wrong_email: 'Please enter a valid e-mail address.',
  too_many: 'Too many attempts. Please try again in an hour.',
  confirm: {
    title: 'Confirm your subscription',
    text: (email) => `Updates about incidents will be sent to ${email}.`,
    button: 'Confirm subscription',
  },
  confirmed: {
    title: 'You are subscribed',
    text: (email) => `From now on, ${email} gets an e-mail for each update of an incident.`,
  },
  stop: {
    title: 'Unsubscribe from status updates',
    text: (email) => `${email} will no longer receive e-mails about incidents.`,
    button: 'Unsubscribe',
  },
  stopped: { title: 'You are unsubscribed', text: (email) => `${email} no longer receives e-mails about incidents.` },
  old_link: {
    title: 'This link is no longer valid',
    text: 'Enter your address on the status page again to get a new one.',
  },
  busy: {
    title: 'Please try again later',
    text: 'We cannot save this at the moment. The status page itself keeps working.',
  },
  back: 'Back to the status page',
  language: 'Language',
}
