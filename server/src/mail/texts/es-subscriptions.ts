import type { SubscriptionLetters } from '../letter.ts'

export const esSubscriptions: SubscriptionLetters = {
  subscription_price: ({ name, title, price_micros, before_micros, at, link }, say) => ({
    subject: `${say.brand}: ${title} costará ${say.money(price_micros)} al mes`,
    name,
    lead: [
      `A partir del ${say.moment(at)}, el mínimo mensual de su suscripción a ${title} será de ${say.money(price_micros)} en lugar de ${say.money(before_micros)}. Como hasta ahora, se abona íntegramente a su saldo.`,
      'El período que ya ha pagado mantiene su precio. Si no desea continuar, cancele antes de ese día; el acceso se mantiene hasta el final del período.',
    ],
    action: { label: 'Ver la suscripción', url: link },
    after: [],
  }),
  subscription_past_due: ({ name, title, method, at, link }, say) => ({
    subject: `${say.brand}: no se pudo renovar ${title}`,
    name,
    lead: [
      method
        ? `No pudimos cobrar el próximo mes de ${title} a ${method}.`
        : `No hay ningún método de pago para cobrar el próximo mes de ${title}.`,
      `Lo intentaremos de nuevo en los próximos días. Las llamadas se aceptan hasta el ${say.moment(at)}; después, el acceso termina.`,
    ],
    action: { label: 'Pagar ahora', url: link },
    after: [],
  }),
  subscription_ended: ({ name, title, link }, say) => ({
    subject: `${say.brand}: su suscripción a ${title} ha terminado`,
    name,
    lead: [
      `Su suscripción a ${title} ha terminado y las llamadas que la necesitan se rechazan. Su saldo sigue siendo suyo y no caduca.`,
    ],
    action: { label: 'Activar de nuevo', url: link },
    after: [],
  }),
  recharge_stopped: ({ name, login, method, amount_micros, link }, say) => ({
    subject: `${say.brand}: la recarga automática de ${login} está desactivada`,
    name,
    lead: [
      method
        ? `No pudimos cobrar a ${method} tres veces seguidas, por lo que la recarga automática del usuario de API ${login} (${say.money(amount_micros)}) está desactivada.`
        : `Tres veces seguidas no había ningún método de pago, por lo que la recarga automática del usuario de API ${login} (${say.money(amount_micros)}) está desactivada.`,
      'Cuando se agote el saldo, las llamadas de pago se rechazarán. Actualice el método de pago para volver a activarla.',
    ],
    action: { label: 'Actualizar el método', url: link },
    after: [],
  }),
}
