import type { BillingMails } from '../mail-template.ts'

const addresses = 'You can change the addresses for invoices in your billing details.'

export const enBilling: BillingMails = {
  invoice: ({ name, number, total_micros, link }, { brand, money }) => ({
    subject: `Invoice ${number} from ${brand}`,
    name,
    lead: [`Thank you for your payment. Invoice ${number} for ${money(total_micros)} is attached as a PDF.`],
    action: { label: 'Open payments', url: link },
    after: [addresses],
  }),
  credit_note: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Credit note ${number} from ${brand}`,
    name,
    lead: [
      `Credit note ${number} for ${money(total_micros)} is attached as a PDF. It corrects invoice ${invoice_number}.`,
    ],
    action: { label: 'Open payments', url: link },
    after: [addresses],
  }),
  billing_details_asked: ({ name, link }, { brand }) => ({
    subject: `${brand}: please complete your billing details`,
    name,
    lead: [
      'An automatic payment was made for your account, but your country and address are missing. The invoice shows only your name and e-mail address, and no tax was charged.',
      'Automatic payments continue. Please enter your billing details now; you will need them for your next manual payment.',
    ],
    action: { label: 'Enter billing details', url: link },
    after: [],
  }),
  backup_card_used: ({ name, login, declined, method, total_micros, link }, { brand, money }) => ({
    subject: `${brand}: we charged your backup card`,
    name,
    lead: [
      `${declined} was declined, so we charged your backup card ${method} with ${money(total_micros)} for the API login ${login}.`,
      'Please check the declined card or choose another default.',
    ],
    action: { label: 'Open payment methods', url: link },
    after: [],
  }),
  statement: ({ name, month, link }, { brand, month: monthOf }) => ({
    subject: `${brand}: your statement for ${monthOf(month)}`,
    name,
    lead: [`Your statement for ${monthOf(month)} is attached as a PDF.`],
    action: { label: 'Open the balance history', url: link },
    after: ['You can turn this e-mail off in your billing details.'],
  }),
}
