import type { BillingMails } from '../mail-template.ts'

const addresses = 'Puede cambiar las direcciones para las facturas en sus datos de facturación.'

export const esBilling: BillingMails = {
  invoice: ({ name, number, total_micros, link }, { brand, money }) => ({
    subject: `Factura ${number} de ${brand}`,
    name,
    lead: [`Gracias por su pago. La factura ${number} por ${money(total_micros)} está adjunta en PDF.`],
    action: { label: 'Abrir los pagos', url: link },
    after: [addresses],
  }),
  credit_note: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Factura rectificativa ${number} de ${brand}`,
    name,
    lead: [
      `La factura rectificativa ${number} por ${money(total_micros)} está adjunta en PDF. Rectifica la factura ${invoice_number}.`,
    ],
    action: { label: 'Abrir los pagos', url: link },
    after: [addresses],
  }),
  billing_details_asked: ({ name, link }, { brand }) => ({
    subject: `${brand}: complete sus datos de facturación`,
    name,
    lead: [
      'Se hizo un pago automático de su cuenta, pero faltan su país y su dirección. La factura solo muestra su nombre y su correo electrónico, y no se cobró ningún impuesto.',
      'Los pagos automáticos continúan. Introduzca ahora sus datos de facturación; los necesitará para su próximo pago manual.',
    ],
    action: { label: 'Introducir los datos', url: link },
    after: [],
  }),
  backup_card_used: ({ name, login, declined, method, total_micros, link }, { brand, money }) => ({
    subject: `${brand}: hemos cobrado con su tarjeta de reserva`,
    name,
    lead: [
      `${declined} fue rechazada, así que cobramos ${money(total_micros)} con su tarjeta de reserva ${method} para el usuario de API ${login}.`,
      'Compruebe la tarjeta rechazada o elija otra tarjeta predeterminada.',
    ],
    action: { label: 'Abrir los métodos de pago', url: link },
    after: [],
  }),
  statement: ({ name, month, link }, { brand, month: monthOf }) => ({
    subject: `${brand}: su extracto de ${monthOf(month)}`,
    name,
    lead: [`Su extracto de ${monthOf(month)} está adjunto en PDF.`],
    action: { label: 'Abrir el historial del saldo', url: link },
    after: ['Puede desactivar este correo en sus datos de facturación.'],
  }),
}
