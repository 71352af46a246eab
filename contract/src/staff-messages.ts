import { MESSAGES } from './rules.ts'

/** Messages at fields that only the console shows; web/i18n/operator has them in every language. */
export const STAFF_MESSAGES = {
  reason: 'Enter at least 3 characters.',
  requestLimit: 'Enter a whole number from 1 to 1,000,000.',
  aboveZero: 'Enter an amount above zero.',
  amount: 'Enter an amount such as 12.50.',
  tenMillion: 'Enter at most 10,000,000.',
  wholeCents: MESSAGES.wholeCents,
  aboveBalance: 'This takes more than the balance holds.',
  aboveRest: 'This is more than is left of the payment.',
  refundedJustNow: 'A refund of this payment was started a moment ago.',
  budget: 'Enter the most that all accounts together get.',
  windowOrder: 'The end must be after the start.',
  windowOver: 'This time is over already.',
  shortName: 'Use 1 to 60 small letters, digits and dashes.',
  moment: 'Enter a date and a time.',
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
]

/** The message of a field as the console shows it, where the command line has a text of its own. */
export function staffMessage(text: string): string {
  return FOR_STAFF.find(([starts]) => text.startsWith(starts))?.[1] ?? text
}
