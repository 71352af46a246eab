import type { SubscriptionMails } from '../mail-template.ts'

export const frSubscriptions: SubscriptionMails = {
  subscription_price: ({ name, title, price_micros, before_micros, at, link }, format) => ({
    subject: `${format.brand}\u00a0: ${title} coûtera ${format.money(price_micros)} par mois`,
    name,
    lead: [
      `À partir du ${format.moment(at)}, le minimum mensuel de votre abonnement à ${title} sera de ${format.money(price_micros)} au lieu de ${format.money(before_micros)}. Comme avant, il est entièrement crédité sur votre solde.`,
      'La période déjà payée garde son prix. Si vous ne souhaitez pas continuer, résiliez avant ce jour\u00a0; l’accès reste ouvert jusqu’à la fin de la période.',
    ],
    action: { label: 'Voir l’abonnement', url: link },
    after: [],
  }),
  subscription_past_due: ({ name, title, method, at, link }, format) => ({
    subject: `${format.brand}\u00a0: ${title} n’a pas pu être renouvelé`,
    name,
    lead: [
      method
        ? `Nous n’avons pas pu débiter ${method} pour le prochain mois de ${title}.`
        : `Aucun moyen de paiement n’est enregistré pour le prochain mois de ${title}.`,
      `Nous réessaierons dans les prochains jours. Les appels sont acceptés jusqu’au ${format.moment(at)}\u00a0; ensuite, l’accès prend fin.`,
    ],
    action: { label: 'Payer maintenant', url: link },
    after: [],
  }),
  subscription_ended: ({ name, title, link }, format) => ({
    subject: `${format.brand}\u00a0: votre abonnement à ${title} a pris fin`,
    name,
    lead: [
      `Votre abonnement à ${title} a pris fin et les appels qui l’exigent sont refusés. Votre solde reste à vous et n’expire pas.`,
    ],
    action: { label: 'Activer à nouveau', url: link },
    after: [],
  }),
  recharge_stopped: ({ name, login, method, amount_micros, link }, format) => ({
    subject: `${format.brand}\u00a0: la recharge automatique de ${login} est désactivée`,
    name,
    lead: [
      method
        ? `Nous n’avons pas pu débiter ${method} trois fois de suite\u00a0; la recharge automatique de l’identifiant d’API ${login} (${format.money(amount_micros)}) est donc désactivée.`
        : `Trois fois de suite, aucun moyen de paiement n’était enregistré\u00a0; la recharge automatique de l’identifiant d’API ${login} (${format.money(amount_micros)}) est donc désactivée.`,
      'Une fois le solde épuisé, les appels payants sont refusés. Mettez à jour le moyen de paiement pour la réactiver.',
    ],
    action: { label: 'Mettre à jour le moyen de paiement', url: link },
    after: [],
  }),
}
