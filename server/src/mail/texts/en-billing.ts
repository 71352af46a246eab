import type { BillingLetters } from '../letter.ts'

const addresses = 'You can change the addresses for invoices in your billing details.'

export const enBilling: BillingLetters = {
  invoice: ({ name, number, total_micros, link }, { brand, money }) => ({
    subject: `Invoice ${number} from ${brand}`,
    name,
    lead: [`Thank you for your payment. Invoice ${number} over ${money(total_micros)} is attached as a PDF.`],
    action: { label: 'Open payments', url: link },
    after: [addresses],
  }),
  credit_note: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Credit note ${number} from ${brand}`,
    name,
    lead: [
      `Credit note ${number} over ${money(total_micros)} is attached as a PDF. It corrects invoice ${invoice_number}.`,
    ],
    action: { label: 'Open payments', url: link },
    after: [addresses],
  }),
}
