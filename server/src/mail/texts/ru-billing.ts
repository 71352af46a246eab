import type { BillingLetters } from '../letter.ts'

const addresses = 'Адреса для счетов можно изменить в платёжных реквизитах.'

export const ruBilling: BillingLetters = {
  invoice: ({ name, number, total_micros, link }, { brand, money }) => ({
    subject: `Счёт ${number} от ${brand}`,
    name,
    lead: [`Спасибо за оплату. Счёт ${number} на сумму ${money(total_micros)} приложен в формате PDF.`],
    action: { label: 'Открыть платежи', url: link },
    after: [addresses],
  }),
  credit_note: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Кредит-нота ${number} от ${brand}`,
    name,
    lead: [
      `Кредит-нота ${number} на сумму ${money(total_micros)} приложена в формате PDF. Она исправляет счёт ${invoice_number}.`,
    ],
    action: { label: 'Открыть платежи', url: link },
    after: [addresses],
  }),
}
