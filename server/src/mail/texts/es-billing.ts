import type { BillingLetters } from '../letter.ts'

const addresses = 'Puede cambiar las direcciones para las facturas en sus datos de facturación.'

export const esBilling: BillingLetters = {
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
}
