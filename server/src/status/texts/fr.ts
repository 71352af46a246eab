import type { StatusTexts } from '../texts.ts'

export const fr: StatusTexts = {
  title: (brand) => `État de ${brand}`,
  description: (brand) =>
    `Si les API de ${brand} fonctionnent en ce moment, et comment elles ont fonctionné ces 90 derniers jours.`,
  overall: {
    operational: 'Toutes les API fonctionnent',
    degraded: 'Certains appels échouent',
    outage: 'Une panne est en cours',
    maintenance: 'Maintenance en cours',
    unknown: 'L’état actuel est inconnu',
  },
  states: {
    operational: 'Fonctionne',
    degraded: 'Partiellement perturbée',
    outage: 'En panne',
    maintenance: 'Maintenance',
  },
  as_of: (at) => `Situation au ${at}`,
  old: (at) => `L’état actuel ne peut pas être lu pour le moment. Voici le dernier état connu, du ${at}.`,
  never: 'L’état actuel ne peut pas être lu pour le moment. Veuillez réessayer dans quelques minutes.',
  apis: 'Les 90 derniers jours',
  legend:
    'Chaque barre est un jour en UTC. Seuls comptent comme échecs les appels qui ont échoué à cause de nous ou de nos sources de données, et non les requêtes refusées, par exemple pour un mot de passe erroné, un champ invalide ou un solde insuffisant.',
  answered: (percent) => `${percent} avec réponse`,
  no_calls: 'Pas encore d’appels',
  first_day: 'Il y a 90 jours',
  today: 'Aujourd’hui',
  day: (day, percent) => `${day} : ${percent} avec réponse`,
  day_without_calls: (day) => `${day} : aucun appel`,
  bad_days: 'Jours avec des échecs',
  current: 'En cours et à venir',
  past: 'Incidents et maintenances passés',
  no_incidents: 'Aucun ces 90 derniers jours.',
  heading: {
    none: (apis) => `Information : ${apis}`,
    degraded: (apis) => `Certains appels échouent : ${apis}`,
    outage: (apis) => `Panne : ${apis}`,
  },
  all_apis: 'toutes les API',
  update_states: {
    investigating: { label: 'En cours d’analyse', sentence: 'Nous cherchons la cause du problème.' },
    identified: { label: 'Cause trouvée', sentence: 'La cause est connue et nous travaillons à la correction.' },
    monitoring: { label: 'Sous surveillance', sentence: 'La correction est active et nous surveillons le résultat.' },
    resolved: { label: 'Résolu', sentence: 'Le problème est résolu.' },
  },
  maintenance: 'Maintenance planifiée',
  maintenance_text: (from, to) => `Du ${from} au ${to}. Des appels peuvent échouer pendant ce temps.`,
  windows: {
    planned: 'Prochainement',
    changed: 'Nouvel horaire',
    cancelled: 'Annulée',
    cancelled_text: (from) => `La maintenance planifiée à partir du ${from} n’aura pas lieu.`,
  },
  subscribe: {
    heading: 'Recevoir les mises à jour par e-mail',
    hint: 'Un e-mail pour chaque mise à jour d’un incident et chaque maintenance planifiée. Vous pouvez vous désabonner en un clic à tout moment.',
    label: 'Adresse e-mail',
    button: 'S’abonner',
    feed: 'Flux Atom',
  },
  sent: {
    title: 'Consultez votre messagerie',
    text: (email) =>
      `Nous avons envoyé un e-mail à ${email}. Ouvrez le lien qu’il contient pour confirmer l’abonnement ; il est valable 24 heures.`,
  },
  wrong_email: 'Veuillez saisir une adresse e-mail valide.',
  too_many: 'Trop de tentatives. Veuillez réessayer dans une heure.',
  confirm: {
    title: 'Confirmez votre abonnement',
    text: (email) => `Les mises à jour sur les incidents seront envoyées à ${email}.`,
    button: 'Confirmer l’abonnement',
  },
  confirmed: {
    title: 'Abonnement confirmé',
    text: (email) => `Désormais, ${email} reçoit un e-mail pour chaque mise à jour d’un incident.`,
  },
  stop: {
    title: 'Se désabonner des mises à jour',
    text: (email) => `${email} ne recevra plus d’e-mails sur les incidents.`,
    button: 'Se désabonner',
  },
  stopped: { title: 'Vous êtes désabonné', text: (email) => `${email} ne reçoit plus d’e-mails sur les incidents.` },
  old_link: {
    title: 'Ce lien n’est plus valable',
    text: 'Saisissez à nouveau votre adresse sur la page d’état pour en recevoir un autre.',
  },
  busy: {
    title: 'Veuillez réessayer plus tard',
    text: 'L’enregistrement est impossible pour le moment. La page d’état reste accessible.',
  },
  back: 'Retour à la page d’état',
  language: 'Langue',
}
