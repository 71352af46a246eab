import type { AlertMails } from '../mail-template.ts'

const settings = 'Modifier les alertes dans les réglages'

export const frAlerts: AlertMails = {
  alert_balance: ({ name, login, balance_micros, below_micros, link, settings_link }, { brand, money }) => ({
    subject: `${brand}\u00a0: le solde de ${login} est inférieur à ${money(below_micros)}`,
    name,
    lead: [
      `Le solde de l’identifiant d’API ${login} est de ${money(balance_micros)}. Cette alerte est envoyée lorsqu’il passe sous ${money(below_micros)}.`,
      'Une fois le solde épuisé, les appels payants sont refusés.',
    ],
    action: { label: 'Recharger', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_runway: ({ name, login, balance_micros, days_left, below_days, link, settings_link }, format) => ({
    subject: `${format.brand}\u00a0: le solde de ${login} durera moins de ${format.days(below_days)}`,
    name,
    lead: [
      `Le solde de l’identifiant d’API ${login} est de ${format.money(balance_micros)}. Au rythme moyen des sept derniers jours, il durera moins de ${format.days(below_days)}.`,
      `Temps restant prévu\u00a0: ${format.days(days_left)}. Une fois le solde épuisé, les appels payants sont refusés.`,
    ],
    action: { label: 'Recharger', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_limit: ({ name, login, scope, percent, spent_micros, limit_micros, link, settings_link }, format) => ({
    subject:
      percent === 100
        ? `${format.brand}\u00a0: ${login} a atteint sa limite quotidienne${scope && ` pour ${scope}`}`
        : `${format.brand}\u00a0: ${login} a atteint ${format.percent(percent)} de sa limite quotidienne${scope && ` pour ${scope}`}`,
    name,
    lead: [
      `L’identifiant d’API ${login} a atteint ${format.percent(percent)} de sa limite de dépense quotidienne${scope && ` pour ${scope}`}. Dépensé aujourd’hui\u00a0: ${format.money(spent_micros)} sur ${format.money(limit_micros)}.`,
      percent === 100
        ? 'Les appels qui dépasseraient la limite sont refusés jusqu’à sa réinitialisation à 00:00 UTC, ou jusqu’à ce que vous l’augmentiez.'
        : 'Une fois la limite atteinte, les appels qui la dépasseraient sont refusés jusqu’à sa réinitialisation à 00:00 UTC.',
    ],
    action: { label: 'Voir les limites', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_errors: ({ name, login, rate_percent, above_percent, errors, calls, link, settings_link }, format) => ({
    subject: `${format.brand}\u00a0: ${format.percent(rate_percent)} des appels de ${login} échouent`,
    name,
    lead: [
      `Au cours de la dernière heure, ${format.percent(rate_percent)} des appels de l’identifiant d’API ${login} ont échoué. Le seuil de cette alerte est fixé à ${format.percent(above_percent)}.`,
      `Appels en échec\u00a0: ${format.count(errors)} sur ${format.count(calls)}.`,
    ],
    action: { label: 'Voir les erreurs', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_budget: (data, format) => {
    const { name, login, of, subject, line, period, spent_micros, line_micros, forecast_micros, link, settings_link } =
      data
    const what = {
      account: 'le compte',
      login: `l’identifiant d’API ${subject}`,
      tag: `les appels portant l’étiquette «\u00a0${subject}\u00a0»`,
    }[of]
    return {
      subject: `${format.brand}\u00a0: ${{ hard: `le budget mensuel pour ${what} est épuisé`, soft: `budget mensuel pour ${what}\u00a0: ${format.money(line_micros)} déjà dépensés`, forecast: `le budget mensuel pour ${what} risque d’être dépassé` }[line]}`,
      name,
      lead: [
        `Budget pour ${what} (${login}).`,
        `Dépensé en ${format.month(period)}\u00a0: ${format.money(spent_micros)}.`,
        {
          hard: `Le plafond de ${format.money(line_micros)} est atteint. Les appels qui le dépasseraient sont refusés jusqu’à la fin du mois (UTC), ou jusqu’à ce que vous le releviez.`,
          soft: `Ce message est envoyé à partir de ${format.money(line_micros)}. Aucun appel n’est refusé pour autant.`,
          forecast: `Le budget est de ${format.money(line_micros)}.`,
        }[line],
        ...(forecast_micros === null || line === 'hard'
          ? []
          : [`Au rythme des sept derniers jours, le mois coûtera environ ${format.money(forecast_micros)}.`]),
      ],
      action: { label: 'Voir les budgets', url: link },
      after: [{ label: settings, url: settings_link }],
    }
  },
}
