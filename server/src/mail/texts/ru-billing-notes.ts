import type { BillingNoteMails } from '../mail-template.ts'

const addresses = 'Адреса для счетов можно изменить в реквизитах плательщика.'

export const ruBillingNotes: BillingNoteMails = {
  proforma: ({ name, number, total_micros, reference, until, link }, { brand, money, day }) => ({
    subject: `Проформа-счёт ${number} от ${brand}`,
    name,
    lead: [
      `Проформа-счёт ${number} на сумму ${money(total_micros)} приложен в формате PDF. Он не является налоговым счётом.`,
      `Пожалуйста, переведите сумму до ${day(until)} и укажите номер платежа ${reference}. Счёт будет выставлен после поступления оплаты.`,
    ],
    action: { label: 'Открыть платёж', url: link },
    after: [addresses],
  }),
  fee_note: ({ name, number, total_micros, reference, link }, { brand, money }) => ({
    subject: `Счёт на комиссию ${number} от ${brand}`,
    name,
    lead: [
      `Ваш банк оспорил платёж ${reference}. Комиссия ${money(total_micros)} списана с вашего баланса; счёт на комиссию ${number} приложен в формате PDF.`,
    ],
    action: { label: 'Открыть платежи', url: link },
    after: [addresses],
  }),
  fee_credit: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Возврат комиссии ${number} от ${brand}`,
    name,
    lead: [
      `Спор закрыт, ваш платёж остаётся в силе. Комиссия ${money(total_micros)} возвращена на ваш баланс; документ ${number}, который отменяет счёт на комиссию ${invoice_number}, приложен в формате PDF.`,
    ],
    action: { label: 'Открыть платежи', url: link },
    after: [addresses],
  }),
}
