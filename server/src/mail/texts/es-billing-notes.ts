import type { BillingNoteMails } from '../mail-template.ts'

const addresses = 'Puede cambiar las direcciones para las facturas en sus datos de facturación.'

export const esBillingNotes: BillingNoteMails = {
  proforma: ({ name, number, total_micros, reference, until, link }, { brand, money, day }) => ({
    subject: `Factura proforma ${number} de ${brand}`,
    name,
    lead: [
      `La factura proforma ${number} por ${money(total_micros)} está adjunta en PDF. No es una factura a efectos fiscales.`,
      `Transfiera el importe a más tardar el ${day(until)} e indique la referencia ${reference}. La factura se emitirá en cuanto se reciba el pago.`,
    ],
    action: { label: 'Abrir el pago', url: link },
    after: [addresses],
  }),
  fee_note: ({ name, number, total_micros, reference, link }, { brand, money }) => ({
    subject: `Nota de comisión ${number} de ${brand}`,
    name,
    lead: [
      `Su banco impugnó el pago ${reference}. Se ha descontado de su saldo una comisión de ${money(total_micros)}; la nota de comisión ${number} está adjunta en PDF.`,
    ],
    action: { label: 'Abrir los pagos', url: link },
    after: [addresses],
  }),
  fee_credit: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Devolución de comisión ${number} de ${brand}`,
    name,
    lead: [
      `La impugnación se ha cerrado y su pago se mantiene. La comisión de ${money(total_micros)} se ha devuelto a su saldo; la nota ${number}, que anula la nota de comisión ${invoice_number}, está adjunta en PDF.`,
    ],
    action: { label: 'Abrir los pagos', url: link },
    after: [addresses],
  }),
}
