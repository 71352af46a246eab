import type { SubscriptionMails } from '../mail-template.ts'

export const deSubscriptions: SubscriptionMails = {
  subscription_price: ({ name, title, price_micros, before_micros, at, link }, format) => ({
    subject: `${format.brand}: ${title} kostet künftig ${format.money(price_micros)} im Monat`,
    name,
    lead: [
      `Ab ${format.moment(at)} beträgt der monatliche Mindestbetrag für ${title} ${format.money(price_micros)} statt ${format.money(before_micros)}. Er wird wie bisher vollständig Ihrem Guthaben gutgeschrieben.`,
      'Für den bereits bezahlten Zeitraum bleibt der Preis gleich. Wenn Sie nicht verlängern möchten, kündigen Sie vor diesem Tag; der Zugang bleibt bis zum Ende des Zeitraums bestehen.',
    ],
    action: { label: 'Abonnement ansehen', url: link },
    after: [],
  }),
  subscription_past_due: ({ name, title, method, at, link }, format) => ({
    subject: `${format.brand}: ${title} konnte nicht verlängert werden`,
    name,
    lead: [
      method
        ? `Wir konnten ${method} für den nächsten Monat von ${title} nicht belasten.`
        : `Für den nächsten Monat von ${title} ist keine Zahlungsart hinterlegt.`,
      `Wir versuchen es in den nächsten Tagen erneut. Aufrufe werden bis ${format.moment(at)} angenommen, danach endet der Zugang.`,
    ],
    action: { label: 'Jetzt bezahlen', url: link },
    after: [],
  }),
  subscription_ended: ({ name, title, link }, format) => ({
    subject: `${format.brand}: Ihr Abonnement für ${title} ist beendet`,
    name,
    lead: [
      `Ihr Abonnement für ${title} ist beendet; Aufrufe, die es benötigen, werden abgelehnt. Ihr Guthaben bleibt erhalten und verfällt nicht.`,
    ],
    action: { label: 'Erneut aktivieren', url: link },
    after: [],
  }),
  recharge_stopped: ({ name, login, method, amount_micros, link }, format) => ({
    subject: `${format.brand}: Die automatische Aufladung von ${login} ist ausgeschaltet`,
    name,
    lead: [
      method
        ? `Wir konnten ${method} dreimal in Folge nicht belasten. Deshalb ist die automatische Aufladung des API-Logins ${login} (${format.money(amount_micros)}) ausgeschaltet.`
        : `Dreimal in Folge war keine Zahlungsart hinterlegt. Deshalb ist die automatische Aufladung des API-Logins ${login} (${format.money(amount_micros)}) ausgeschaltet.`,
      'Sobald das Guthaben aufgebraucht ist, werden kostenpflichtige Aufrufe abgelehnt. Aktualisieren Sie die Zahlungsart, um sie wieder einzuschalten.',
    ],
    action: { label: 'Zahlungsart aktualisieren', url: link },
    after: [],
  }),
}
