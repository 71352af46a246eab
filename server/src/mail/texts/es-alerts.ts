import type { AlertMails } from '../mail-template.ts'

const settings = 'Cambiar las alertas en Ajustes'

export const esAlerts: AlertMails = {
  alert_balance: ({ name, login, balance_micros, below_micros, link, settings_link }, { brand, money }) => ({
    subject: `${brand}: el saldo de ${login} es inferior a ${money(below_micros)}`,
    name,
    lead: [
      `El saldo del usuario de API ${login} es de ${money(balance_micros)}. Esta alerta se envía cuando baja de ${money(below_micros)}.`,
      'Cuando se agote, se rechazarán las llamadas de pago.',
    ],
    action: { label: 'Añadir saldo', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_runway: ({ name, login, balance_micros, days_left, below_days, link, settings_link }, format) => ({
    subject: `${format.brand}: el saldo de ${login} durará menos de ${format.days(below_days)}`,
    name,
    lead: [
      `El saldo del usuario de API ${login} es de ${format.money(balance_micros)}. Al ritmo medio de los últimos siete días durará menos de ${format.days(below_days)}.`,
      `Tiempo restante previsto: ${format.days(days_left)}. Cuando se agote el saldo, se rechazarán las llamadas de pago.`,
    ],
    action: { label: 'Añadir saldo', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_limit: ({ name, login, scope, percent, spent_micros, limit_micros, link, settings_link }, format) => ({
    subject:
      percent === 100
        ? `${format.brand}: ${login} ha alcanzado su límite diario${scope && ` para ${scope}`}`
        : `${format.brand}: ${login} ha alcanzado el ${format.percent(percent)} de su límite diario${scope && ` para ${scope}`}`,
    name,
    lead: [
      `El usuario de API ${login} ha alcanzado el ${format.percent(percent)} de su límite de gasto diario${scope && ` para ${scope}`}. Gastado hoy: ${format.money(spent_micros)} de ${format.money(limit_micros)}.`,
      percent === 100
        ? 'Las llamadas que superarían el límite se rechazan hasta que se restablezca a las 00:00 UTC o hasta que usted lo aumente.'
        : 'Cuando se alcance el límite, se rechazarán las llamadas que lo superarían hasta que se restablezca a las 00:00 UTC.',
    ],
    action: { label: 'Ver los límites', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_errors: ({ name, login, rate_percent, above_percent, errors, calls, link, settings_link }, format) => ({
    subject: `${format.brand}: falla el ${format.percent(rate_percent)} de las llamadas de ${login}`,
    name,
    lead: [
      `En la última hora ha fallado el ${format.percent(rate_percent)} de las llamadas del usuario de API ${login}. El umbral de esta alerta es del ${format.percent(above_percent)}.`,
      `Llamadas fallidas: ${format.count(errors)} de ${format.count(calls)}.`,
    ],
    action: { label: 'Ver los errores', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_budget: (data, format) => {
    const { name, login, of, subject, line, period, spent_micros, line_micros, forecast_micros, link, settings_link } =
      data
    const what = {
      account: 'la cuenta',
      login: `el usuario de API ${subject}`,
      tag: `las llamadas con la etiqueta «${subject}»`,
    }[of]
    return {
      subject: `${format.brand}: ${{ hard: `se ha agotado el presupuesto mensual para ${what}`, soft: `presupuesto mensual para ${what}: ya se han gastado ${format.money(line_micros)}`, forecast: `se prevé superar el presupuesto mensual para ${what}` }[line]}`,
      name,
      lead: [
        `Presupuesto para ${what} (${login}).`,
        `Gastado en ${format.month(period)}: ${format.money(spent_micros)}.`,
        {
          hard: `Se ha alcanzado el límite máximo de ${format.money(line_micros)}. Las llamadas que lo superen se rechazan hasta que acabe el mes (UTC) o hasta que lo suba.`,
          soft: `Este aviso se envía al llegar a ${format.money(line_micros)}. No se rechaza ninguna llamada por ello.`,
          forecast: `El presupuesto es de ${format.money(line_micros)}.`,
        }[line],
        ...(forecast_micros === null || line === 'hard'
          ? []
          : [`Al ritmo de los últimos siete días, el mes costará unos ${format.money(forecast_micros)}.`]),
      ],
      action: { label: 'Ver los presupuestos', url: link },
      after: [{ label: settings, url: settings_link }],
    }
  },
}
