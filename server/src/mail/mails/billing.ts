import type { Mails } from '../mail-template.ts'

export const billingMails = {
  invoice: (t, { link }) => ({
    subject: t('Invoice {number} from {brand}'),
    lead: [t('Thank you for your payment. Invoice {number} for {total_micros} is attached as a PDF.')],
    action: { label: t('Open payments'), url: link },
    after: [t('You can change the addresses for invoices in your billing details.')],
  }),
  credit_note: (t, { link }) => ({
    subject: t('Credit note {number} from {brand}'),
    lead: [t('Credit note {number} for {total_micros} is attached as a PDF. It corrects invoice {invoice_number}.')],
    action: { label: t('Open payments'), url: link },
    after: [t('You can change the addresses for invoices in your billing details.')],
  }),
  billing_details_asked: (t, { link }) => ({
    subject: t('{brand}: please complete your billing details'),
    lead: [
      t(
        'An automatic payment was made for your account, but your country and address are missing. The invoice shows only your name and e-mail address, and no tax was charged.',
      ),
      t(
        'Automatic payments continue. Please enter your billing details now; you will need them for your next manual payment.',
      ),
    ],
    action: { label: t('Enter billing details'), url: link },
  }),
  backup_card_used: (t, { link }) => ({
    subject: t('{brand}: we charged your backup card'),
    lead: [
      t(
        '{declined} was declined, so we charged your backup card {method} with {total_micros} for the API login {login}.',
      ),
      t('Please check the declined card or choose another default.'),
    ],
    action: { label: t('Open payment methods'), url: link },
  }),
  statement: (t, { link }) => ({
    subject: t('{brand}: your statement for {month}'),
    lead: [t('Your statement for {month} is attached as a PDF.')],
    action: { label: t('Open the balance history'), url: link },
    after: [t('You can turn this e-mail off in your billing details.')],
  }),
  proforma: (t, { link }) => ({
    subject: t('Proforma invoice {number} from {brand}'),
    lead: [
      t('Proforma invoice {number} for {total_micros} is attached as a PDF. It is not a tax invoice.'),
      t(
        'Please transfer the amount by {until} and include the reference {reference}. The invoice follows as soon as the payment has arrived.',
      ),
    ],
    action: { label: t('Open the payment'), url: link },
    after: [t('You can change the addresses for invoices in your billing details.')],
  }),
  fee_note: (t, { link }) => ({
    subject: t('Fee note {number} from {brand}'),
    lead: [
      t(
        'Your bank disputed the payment {reference}. A fee of {total_micros} was taken from your balance; fee note {number} is attached as a PDF.',
      ),
    ],
    action: { label: t('Open payments'), url: link },
    after: [t('You can change the addresses for invoices in your billing details.')],
  }),
  fee_credit: (t, { link }) => ({
    subject: t('Fee refund note {number} from {brand}'),
    lead: [
      t(
        'The dispute is closed and your payment stands. The fee of {total_micros} was returned to your balance; note {number}, which cancels fee note {invoice_number}, is attached as a PDF.',
      ),
    ],
    action: { label: t('Open payments'), url: link },
    after: [t('You can change the addresses for invoices in your billing details.')],
  }),
  subscription_price: (t, { link }) => ({
    subject: t('{brand}: {title} will cost {price_micros} per month'),
    lead: [
      t(
        'From {at}, the monthly minimum of your subscription to {title} is {price_micros} instead of {before_micros}. It is credited to your balance in full, as before.',
      ),
      t(
        'The period you have paid for keeps its price. If you do not want to continue, cancel before that day; access stays until the period ends.',
      ),
    ],
    action: { label: t('View the subscription'), url: link },
  }),
  subscription_past_due: (t, { method, link }) => ({
    subject: t('{brand}: {title} could not be renewed'),
    lead: [
      method
        ? t('We could not charge {method} for the next month of {title}.')
        : t('There is no payment method to charge for the next month of {title}.'),
      t('We will try again over the next few days. Calls are accepted until {at}; after that, access ends.'),
    ],
    action: { label: t('Pay now'), url: link },
  }),
  subscription_ended: (t, { link }) => ({
    subject: t('{brand}: your subscription to {title} has ended'),
    lead: [
      t(
        'Your subscription to {title} has ended, and calls that need it are refused. Your balance remains yours and does not expire.',
      ),
    ],
    action: { label: t('Activate again'), url: link },
  }),
  recharge_stopped: (t, { method, link }) => ({
    subject: t('{brand}: auto-recharge of {login} is off'),
    lead: [
      method
        ? t(
            'We could not charge {method} three times in a row, so auto-recharge of the API login {login} ({amount_micros}) is off.',
          )
        : t(
            'Three times in a row there was no payment method to charge, so auto-recharge of the API login {login} ({amount_micros}) is off.',
          ),
      t(
        'Once the balance is used up, calls that cost money are refused. Update the payment method to turn it on again.',
      ),
    ],
    action: { label: t('Update method'), url: link },
  }),
} satisfies Partial<Mails>
