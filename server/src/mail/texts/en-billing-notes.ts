import type { BillingNoteMails } from '../mail-template.ts'

const addresses = 'You can change the addresses for invoices in your billing details.'

export const enBillingNotes: BillingNoteMails = {
  proforma: ({ name, number, total_micros, reference, until, link }, { brand, money, day }) => ({
    subject: `Proforma invoice ${number} from ${brand}`,
    name,
    lead: [
      `Proforma invoice ${number} for ${money(total_micros)} is attached as a PDF. It is not a tax invoice.`,
      `Please transfer the amount by ${day(until)} and include the reference ${reference}. The invoice follows as soon as the payment has arrived.`,
    ],
    action: { label: 'Open the payment', url: link },
    after: [addresses],
  }),
  fee_note: ({ name, number, total_micros, reference, link }, { brand, money }) => ({
    subject: `Fee note ${number} from ${brand}`,
    name,
    lead: [
      `Your bank disputed the payment ${reference}. A fee of ${money(total_micros)} was taken from your balance; fee note ${number} is attached as a PDF.`,
    ],
    action: { label: 'Open payments', url: link },
    after: [addresses],
  }),
  fee_credit: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Fee refund note ${number} from ${brand}`,
    name,
    lead: [
      `The dispute is closed and your payment stands. The fee of ${money(total_micros)} was returned to your balance; note ${number}, which cancels fee note ${invoice_number}, is attached as a PDF.`,
    ],
    action: { label: 'Open payments', url: link },
    after: [addresses],
  }),
}
