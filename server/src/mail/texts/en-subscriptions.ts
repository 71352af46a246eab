import type { SubscriptionMails } from '../mail-template.ts'

export const enSubscriptions: SubscriptionMails = {
  subscription_price: ({ name, title, price_micros, before_micros, at, link }, format) => ({
    subject: `${format.brand}: ${title} will cost ${format.money(price_micros)} per month`,
    name,
    lead: [
      `From ${format.moment(at)}, the monthly minimum of your subscription to ${title} is ${format.money(price_micros)} instead of ${format.money(before_micros)}. It is credited to your balance in full, as before.`,
      'The period you have paid for keeps its price. If you do not want to continue, cancel before that day; access stays until the period ends.',
    ],
    action: { label: 'View the subscription', url: link },
    after: [],
  }),
  subscription_past_due: ({ name, title, method, at, link }, format) => ({
    subject: `${format.brand}: ${title} could not be renewed`,
    name,
    lead: [
      method
        ? `We could not charge ${method} for the next month of ${title}.`
        : `There is no payment method to charge for the next month of ${title}.`,
      `We will try again over the next few days. Calls are accepted until ${format.moment(at)}; after that, access ends.`,
    ],
    action: { label: 'Pay now', url: link },
    after: [],
  }),
  subscription_ended: ({ name, title, link }, format) => ({
    subject: `${format.brand}: your subscription to ${title} has ended`,
    name,
    lead: [
      `Your subscription to ${title} has ended, and calls that need it are refused. Your balance remains yours and does not expire.`,
    ],
    action: { label: 'Activate again', url: link },
    after: [],
  }),
  recharge_stopped: ({ name, login, method, amount_micros, link }, format) => ({
    subject: `${format.brand}: auto-recharge of ${login} is off`,
    name,
    lead: [
      method
        ? `We could not charge ${method} three times in a row, so auto-recharge of the API login ${login} (${format.money(amount_micros)}) is off.`
        : `Three times in a row there was no payment method to charge, so auto-recharge of the API login ${login} (${format.money(amount_micros)}) is off.`,
      'Once the balance is used up, calls that cost money are refused. Update the payment method to turn it on again.',
    ],
    action: { label: 'Update method', url: link },
    after: [],
  }),
}
