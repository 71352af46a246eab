import type { BillingMails } from '../mail-template.ts'

const addresses = 'Адреса для счетов можно изменить в реквизитах плательщика.'

export const ruBilling: BillingMails = {
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
  billing_details_asked: ({ name, link }, { brand }) => ({
    subject: `${brand}: заполните реквизиты плательщика`,
    name,
    lead: [
      'По вашему аккаунту прошёл автоматический платёж, но страна и адрес не указаны. В счёте есть только ваше имя и адрес электронной почты, налог не начислен.',
      'Автоматические платежи продолжатся. Заполните реквизиты сейчас: они понадобятся при следующей оплате вручную.',
    ],
    action: { label: 'Заполнить реквизиты', url: link },
    after: [],
  }),
  backup_card_used: ({ name, login, declined, method, total_micros, link }, { brand, money }) => ({
    subject: `${brand}: списание с запасной карты`,
    name,
    lead: [
      `Карта ${declined} отклонена, поэтому мы списали ${money(total_micros)} с запасной карты ${method} для логина API ${login}.`,
      'Проверьте отклонённую карту или выберите другую основную.',
    ],
    action: { label: 'Открыть способы оплаты', url: link },
    after: [],
  }),
  statement: ({ name, month, link }, { brand, month: monthOf }) => ({
    subject: `${brand}: выписка за ${monthOf(month)}`,
    name,
    lead: [`Выписка за ${monthOf(month)} приложена в формате PDF.`],
    action: { label: 'Открыть историю баланса', url: link },
    after: ['Отключить это письмо можно в реквизитах плательщика.'],
  }),
}
