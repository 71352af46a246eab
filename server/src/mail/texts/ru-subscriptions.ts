import type { SubscriptionMails } from '../mail-template.ts'

export const ruSubscriptions: SubscriptionMails = {
  subscription_price: ({ name, title, price_micros, before_micros, at, link }, format) => ({
    subject: `${format.brand}: ${title} будет стоить ${format.money(price_micros)} в месяц`,
    name,
    lead: [
      `Начиная с ${format.moment(at)} минимальный ежемесячный платёж за ${title} составит ${format.money(price_micros)} вместо ${format.money(before_micros)}. Как и прежде, он полностью зачисляется на ваш баланс.`,
      'Для уже оплаченного периода цена не меняется. Если вы не хотите продлевать подписку, отмените её до этого дня: доступ сохранится до конца периода.',
    ],
    action: { label: 'Открыть подписку', url: link },
    after: [],
  }),
  subscription_past_due: ({ name, title, method, at, link }, format) => ({
    subject: `${format.brand}: не удалось продлить ${title}`,
    name,
    lead: [
      method
        ? `Нам не удалось списать с ${method} оплату следующего месяца ${title}.`
        : `Нет способа оплаты для следующего месяца ${title}.`,
      `Мы повторим попытку в ближайшие дни. Вызовы принимаются до ${format.moment(at)}, после этого доступ закроется.`,
    ],
    action: { label: 'Оплатить сейчас', url: link },
    after: [],
  }),
  subscription_ended: ({ name, title, link }, format) => ({
    subject: `${format.brand}: подписка на ${title} закончилась`,
    name,
    lead: [
      `Ваша подписка на ${title} закончилась, и вызовы, для которых она нужна, отклоняются. Деньги на балансе остаются вашими и не сгорают.`,
    ],
    action: { label: 'Подключить снова', url: link },
    after: [],
  }),
  recharge_stopped: ({ name, login, method, amount_micros, link }, format) => ({
    subject: `${format.brand}: автопополнение ${login} отключено`,
    name,
    lead: [
      method
        ? `Три раза подряд нам не удалось списать деньги с ${method}, поэтому автопополнение логина API ${login} (${format.money(amount_micros)}) отключено.`
        : `Три раза подряд не было способа оплаты, поэтому автопополнение логина API ${login} (${format.money(amount_micros)}) отключено.`,
      'Когда баланс закончится, платные вызовы будут отклоняться. Обновите способ оплаты, чтобы снова включить автопополнение.',
    ],
    action: { label: 'Обновить способ оплаты', url: link },
    after: [],
  }),
}
