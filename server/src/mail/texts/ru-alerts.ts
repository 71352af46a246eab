import type { AlertMails } from '../mail-template.ts'

const settings = 'Изменить оповещения в настройках'

export const ruAlerts: AlertMails = {
  alert_balance: ({ name, login, balance_micros, below_micros, link, settings_link }, { brand, money }) => ({
    subject: `${brand}: баланс ${login} ниже ${money(below_micros)}`,
    name,
    lead: [
      `Баланс логина API ${login}: ${money(balance_micros)}. Это оповещение отправляется, когда он опускается ниже ${money(below_micros)}.`,
      'Когда средства закончатся, платные вызовы будут отклоняться.',
    ],
    action: { label: 'Пополнить баланс', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_runway: ({ name, login, balance_micros, days_left, below_days, link, settings_link }, format) => ({
    subject: `${format.brand}: баланса ${login} хватит меньше чем на ${format.days(below_days)}`,
    name,
    lead: [
      `Баланс логина API ${login}: ${format.money(balance_micros)}. При среднем расходе за последние семь дней его хватит меньше чем на ${format.days(below_days)}.`,
      `Ожидаемый остаток времени: ${format.days(days_left)}. Когда средства закончатся, платные вызовы будут отклоняться.`,
    ],
    action: { label: 'Пополнить баланс', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_limit: ({ name, login, scope, percent, spent_micros, limit_micros, link, settings_link }, format) => ({
    subject:
      percent === 100
        ? `${format.brand}: достигнут дневной лимит ${login}${scope && ` на ${scope}`}`
        : `${format.brand}: достигнуто ${format.percent(percent)} дневного лимита ${login}${scope && ` на ${scope}`}`,
    name,
    lead: [
      `Для логина API ${login} достигнуто ${format.percent(percent)} дневного лимита расходов${scope && ` на ${scope}`}. Потрачено сегодня: ${format.money(spent_micros)} из ${format.money(limit_micros)}.`,
      percent === 100
        ? 'Вызовы сверх лимита отклоняются, пока он не обновится в 00:00 UTC или пока вы его не увеличите.'
        : 'Когда лимит будет достигнут, вызовы сверх него будут отклоняться до обновления лимита в 00:00 UTC.',
    ],
    action: { label: 'Посмотреть лимиты', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_errors: ({ name, login, rate_percent, above_percent, errors, calls, link, settings_link }, format) => ({
    subject: `${format.brand}: ${format.percent(rate_percent)} вызовов ${login} завершаются ошибкой`,
    name,
    lead: [
      `За последний час ${format.percent(rate_percent)} вызовов логина API ${login} завершились ошибкой. Порог этого оповещения: ${format.percent(above_percent)}.`,
      `Вызовов с ошибкой: ${format.count(errors)} из ${format.count(calls)}.`,
    ],
    action: { label: 'Посмотреть ошибки', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_budget: (data, format) => {
    const { name, login, of, subject, line, period, spent_micros, line_micros, forecast_micros, link, settings_link } =
      data
    const what = { account: 'всего аккаунта', login: `логина API ${subject}`, tag: `вызовов с меткой «${subject}»` }[of]
    return {
      subject: `${format.brand}: ${{ hard: `месячный бюджет для ${what} исчерпан`, soft: `месячный бюджет для ${what}: потрачено ${format.money(line_micros)}`, forecast: `месячного бюджета для ${what} может не хватить` }[line]}`,
      name,
      lead: [
        `Бюджет ${what} (${login}).`,
        `Потрачено за ${format.month(period)}: ${format.money(spent_micros)}.`,
        {
          hard: `Достигнут предел ${format.money(line_micros)}. Вызовы сверх него отклоняются до конца месяца (UTC) или пока вы его не поднимете.`,
          soft: `Это уведомление отправляется при ${format.money(line_micros)}. Вызовы из-за него не отклоняются.`,
          forecast: `Бюджет: ${format.money(line_micros)}.`,
        }[line],
        ...(forecast_micros === null || line === 'hard'
          ? []
          : [`При темпе последних семи дней месяц обойдётся примерно в ${format.money(forecast_micros)}.`]),
      ],
      action: { label: 'Открыть бюджеты', url: link },
      after: [{ label: settings, url: settings_link }],
    }
  },
}
