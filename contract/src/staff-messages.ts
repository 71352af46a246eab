import { MESSAGES } from './rules.ts'

/** Messages at fields that only the console shows; web/i18n/operator has them in every language. */
export const STAFF_MESSAGES = {
  reason: 'Enter at least 3 characters.',
  requestLimit: 'Enter a whole number from 1 to 1,000,000.',
  aboveZero: 'Enter an amount above zero.',
  amount: 'Enter an amount such as 12.50.',
  tenMillion: 'Enter at most 10,000,000.',
  wholeCents: MESSAGES.wholeCents,
  aboveBalance: 'This is more than the balance.',
  aboveRest: 'This is more than is left of the payment.',
  refundedJustNow: 'A refund of this payment was started a moment ago.',
  budget: 'Enter the maximum that all accounts together can receive.',
  windowOrder: 'The end must be after the start.',
  windowOver: 'This time is in the past.',
  shortName: 'Use 1 to 60 lowercase letters, digits and hyphens.',
  moment: 'Enter a date and a time.',
  lastStaff: 'This is the last staff member. Add another one first.',
  lastAdmin: 'This is the last admin. Give someone else the role first.',
  ownRole: 'A colleague has to change your role.',
  httpsAddress: 'Enter an address that begins with https://',
  mailAddress: 'Enter an e-mail address.',
  colour: 'Enter a color such as #1a2b3c.',
  radius: 'Enter a whole number from 0 to 16.',
  hostName: 'Enter a host name such as data.example.com.',
  ownHost: 'This is one of your own hosts.',
  missing: 'Enter a value.',
  unknownAccount: 'This account does not exist.',
} as const

/** Texts of the command line, by how they begin, and what the console shows instead. */
const FOR_STAFF: readonly (readonly [starts: string, message: string])[] = [
  ['must have at least 3 characters', STAFF_MESSAGES.reason],
  ['must have at most', MESSAGES.tooLong],
  ['must be 1 to 1000000', STAFF_MESSAGES.requestLimit],
  ['must be more than nothing', STAFF_MESSAGES.aboveZero],
  ['must be more than 0', STAFF_MESSAGES.aboveZero],
  ['must be 10,000,000 or less', STAFF_MESSAGES.tenMillion],
  ['must be at most 10,000,000', STAFF_MESSAGES.tenMillion],
  ['must be whole cents', STAFF_MESSAGES.wholeCents],
  ['takes more than', STAFF_MESSAGES.aboveBalance],
  ['is more than is left of this payment', STAFF_MESSAGES.aboveRest],
  ['a refund of this payment', STAFF_MESSAGES.refundedJustNow],
  ['must be after --from', STAFF_MESSAGES.windowOrder],
  ['is over already', STAFF_MESSAGES.windowOver],
  ['must be 1 to 60 small letters', STAFF_MESSAGES.shortName],
  ['must look like 2026', STAFF_MESSAGES.moment],
  ['is the last staff member', STAFF_MESSAGES.lastStaff],
  ['is the last admin', STAFF_MESSAGES.lastAdmin],
  ['is your own: a colleague', STAFF_MESSAGES.ownRole],
  ['must be an https address', STAFF_MESSAGES.httpsAddress],
  ['must be an e-mail address', STAFF_MESSAGES.mailAddress],
  ['must look like #', STAFF_MESSAGES.colour],
  ['must be a whole number from 0 to 16', STAFF_MESSAGES.radius],
  ['must be a host name', STAFF_MESSAGES.hostName],
  ['is the host for staff', STAFF_MESSAGES.ownHost],
  ['is your own host', STAFF_MESSAGES.ownHost],
  ['must not be empty', STAFF_MESSAGES.missing],
  ['is missing', STAFF_MESSAGES.missing],
  ['has no account', STAFF_MESSAGES.unknownAccount],
]

/** The message of a field as the console shows it, where the command line has a text of its own. */
export function staffMessage(text: string): string {
  return FOR_STAFF.find(([starts]) => text.startsWith(starts))?.[1] ?? text
}
