import type { ClosingMails } from '../mail-template.ts'

export const enClosing: ClosingMails = {
  account_closing: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `An account at ${brand} is being closed`,
    name,
    lead: [
      `The account of ${team} at ${brand} was closed by an owner. Calls to the API are refused from now on, and nothing is renewed or charged.`,
      `Personal data is erased on ${moment(at)}. Until then every owner can cancel the closing with one click. The remaining balance is not refunded automatically: contact us before that date if you want a refund.`,
    ],
    action: { label: 'Cancel the closing', url: linkTo('/users/profile#close-account') },
    after: ['If it was not you or another owner, cancel the closing, set a new password and contact us.'],
  }),
  account_closes_soon: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `An account at ${brand} will be erased soon`,
    name,
    lead: [
      `The account of ${team} at ${brand} is closed and will be erased on ${moment(at)}.`,
      'After that it cannot be recovered. Download your data or cancel the closing in your profile before then.',
    ],
    action: { label: 'Open the profile', url: linkTo('/users/profile#close-account') },
    after: [],
  }),
  account_closed: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `An account at ${brand} was closed`,
    name,
    lead: [
      `The account of ${team} at ${brand} was closed on ${moment(at)}. Personal data is being erased; invoices are kept as the law requires.`,
      'Thank you for having been our customer. You can sign up again at any time.',
    ],
    action: { label: 'Sign up again', url: linkTo('/register') },
    after: [],
  }),
}
