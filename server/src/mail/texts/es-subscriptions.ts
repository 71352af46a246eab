import type { SubscriptionMails } from '../mail-template.ts'

export const esSubscriptions: SubscriptionMails = {
  subscription_price: ({ name, title, price_micros, before_micros, at, link }, format) => ({
    subject: `${format.brand}: ${title} costará ${format.money(price_micros)} al mes`,
    name,
    lead: [
      `A partir del ${format.moment(at)}, el mínimo mensual de su suscripción a ${title} será de ${format.money(price_micros)} en lugar de ${format.money(before_micros)}. Como hasta ahora, se abona íntegramente a su saldo.`,
      'El período que ya ha pagado mantiene su precio. Si no desea continuar, cancele antes de ese día; el acceso se mantiene hasta el final del período.',
    ],
    action: { label: 'Ver la suscripción', url: link },
    after: [],
  }),
  subscription_past_due: ({ name, title, method, at, link }, format) => ({
    subject: `${format.brand}: no se pudo renovar ${title}`,
    name,
    lead: [
      method
        ? `No pudimos cobrar el próximo mes de ${title} con ${method}.`
        : `No hay ningún método de pago para cobrar el próximo mes de ${title}.`,
      `Lo intentaremos de nuevo en los próximos días. Las llamadas se aceptan hasta el ${format.moment(at)}; después, el acceso termina.`,
    ],
    action: { label: 'Pagar ahora', url: link },
    after: [],
  }),
  subscription_ended: ({ name, title, link }, format) => ({
    subject: `${format.brand}: su suscripción a ${title} ha terminado`,
    name,
    lead: [
      `Su suscripción a ${title} ha terminado y las llamadas que la necesitan se rechazan. Su saldo sigue siendo suyo y no caduca.`,
    ],
    action: { label: 'Activar de nuevo', url: link },
    after: [],
  }),
  recharge_stopped: ({ name, login, method, amount_micros, link }, format) => ({
    subject: `${format.brand}: la recarga automática de ${login} está desactivada`,
    name,
    lead: [
      method
        ? `No pudimos cobrar con ${method} tres veces seguidas, por lo que la recarga automática del usuario de API ${login} (${format.money(amount_micros)}) está desactivada.`
        : `Tres veces seguidas no había ningún método de pago, por lo que la recarga automática del usuario de API ${login} (${format.money(amount_micros)}) está desactivada.`,
      'Cuando se agote el saldo, las llamadas de pago se rechazarán. Actualice el método de pago para volver a activarla.',
    ],
    action: { label: 'Actualizar el método', url: link },
    after: [],
  }),
}
