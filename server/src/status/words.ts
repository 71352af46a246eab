import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import type { TextKey } from '#i18n/translate.ts'
import type { ApiState } from './judge.ts'

export const OVERALL = {
  operational: 'All APIs are working',
  degraded: 'Some calls are failing',
  outage: 'There is an outage',
  maintenance: 'Maintenance in progress',
  unknown: 'The current state is unknown',
} as const satisfies Record<ApiState | 'unknown', TextKey>

export const STATES = {
  operational: 'Working',
  degraded: 'Partly failing',
  outage: 'Outage',
  maintenance: 'Maintenance',
} as const satisfies Record<ApiState, TextKey>

export const HEADINGS = {
  none: 'Information about {apis}',
  degraded: 'Some calls failing: {apis}',
  outage: 'Outage: {apis}',
} as const satisfies Record<Impact, TextKey>

export const UPDATES = {
  investigating: { label: 'Investigating', sentence: 'We are looking into it.' },
  identified: { label: 'Cause found', sentence: 'We know the cause and are working on a fix.' },
  monitoring: { label: 'Fix in effect', sentence: 'The fix is in effect, and we are watching the results.' },
  resolved: { label: 'Resolved', sentence: 'The problem is resolved.' },
} as const satisfies Record<IncidentState, Record<'label' | 'sentence', TextKey>>

/** A window in a mail, by what became of it. */
export const WINDOWS = {
  planned: 'Upcoming',
  changed: 'New time',
  cancelled: 'Canceled',
} as const satisfies Record<string, TextKey>

/** Why an address could not be subscribed. */
export const REFUSALS = {
  wrong_email: 'Please enter a valid e-mail address.',
  too_many: 'Too many attempts. Please try again in an hour.',
} as const satisfies Record<string, TextKey>

export const OLD_LINK = {
  title: 'This link is no longer valid',
  text: 'Enter your address on the status page again to get a new one.',
} as const
export const BUSY = {
  title: 'Please try again later',
  text: 'We cannot save this at the moment. The status page itself keeps working.',
} as const
/** The pages of a link before and after it is used. */
export const STEPS = {
  confirm: {
    ask: {
      title: 'Confirm your subscription',
      text: 'Updates about incidents will be sent to {email}.',
      button: 'Confirm subscription',
    },
    done: { title: 'You are subscribed', text: 'From now on, {email} gets an e-mail for each update of an incident.' },
  },
  unsubscribe: {
    ask: {
      title: 'Unsubscribe from status updates',
      text: '{email} will no longer receive e-mails about incidents.',
      button: 'Unsubscribe',
    },
    done: { title: 'You are unsubscribed', text: '{email} no longer receives e-mails about incidents.' },
  },
} as const
