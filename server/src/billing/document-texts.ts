import type { Language } from '@portico/contract/language.ts'

export interface DocumentTexts {
  invoice: string
  credit_note: string
  issued: string
  paid_on: string
  paid_by: string
  wire: string
  reference: string
  po_number: string
  corrects: string
  from: string
  bill_to: string
  vat_id: string
  description: string
  quantity: string
  unit_price: string
  amount: string
  net: string
  total: string
  paid: string
  due: string
  credited: string
  top_up: string
  auto_recharge: string
  subscription(product: string): string
  login: string
  reverse_charge: string
  not_taxable: string
  refund(number: string, date: string): string
  dispute(number: string, date: string): string
  page(page: number, pages: number): string
}

const en: DocumentTexts = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  issued: 'Date of issue',
  paid_on: 'Date of payment',
  paid_by: 'Payment method',
  wire: 'Bank transfer',
  reference: 'Payment reference',
  po_number: 'PO number',
  corrects: 'For invoice',
  from: 'From',
  bill_to: 'Bill to',
  vat_id: 'VAT ID',
  description: 'Description',
  quantity: 'Qty',
  unit_price: 'Unit price',
  amount: 'Amount',
  net: 'Subtotal',
  total: 'Total',
  paid: 'Paid',
  due: 'Amount due',
  credited: 'Credited to you',
  top_up: 'Prepaid credit for the data API',
  login: 'API login',
  auto_recharge: 'Prepaid credit for the data API (automatic recharge)',
  subscription: (product) => `Subscription ${product}, one month`,
  reverse_charge:
    'Reverse charge: VAT is to be accounted for by the recipient of the service (Article 196 of Directive 2006/112/EC).',
  not_taxable: 'Not subject to VAT in the supplier’s country: the place of supply is outside that country.',
  refund: (number, date) => `This credit note corrects invoice ${number} of ${date}. The amount is refunded to you.`,
  dispute: (number, date) =>
    `This credit note corrects invoice ${number} of ${date}. The payment was reversed by your bank.`,
  page: (page, pages) => `Page ${page} of ${pages}`,
}

const de: DocumentTexts = {
  invoice: 'Rechnung',
  credit_note: 'Rechnungskorrektur',
  issued: 'Rechnungsdatum',
  paid_on: 'Bezahlt am',
  paid_by: 'Zahlungsart',
  wire: 'Überweisung',
  reference: 'Zahlungsreferenz',
  po_number: 'Bestellnummer',
  corrects: 'Zur Rechnung',
  from: 'Von',
  bill_to: 'Rechnung an',
  vat_id: 'USt-IdNr.',
  description: 'Beschreibung',
  quantity: 'Menge',
  unit_price: 'Einzelpreis',
  amount: 'Betrag',
  net: 'Nettobetrag',
  total: 'Gesamtbetrag',
  paid: 'Bezahlt',
  due: 'Offener Betrag',
  credited: 'Erstattungsbetrag',
  top_up: 'Guthaben für die Daten-API',
  login: 'API-Login',
  auto_recharge: 'Guthaben für die Daten-API (automatische Aufladung)',
  subscription: (product) => `Abonnement ${product}, ein Monat`,
  reverse_charge:
    'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge, Art. 196 der Richtlinie 2006/112/EG).',
  not_taxable: 'Im Land des Anbieters nicht steuerbar: Der Leistungsort liegt außerhalb.',
  refund: (number, date) => `Korrektur der Rechnung ${number} vom ${date}. Der Betrag wird Ihnen erstattet.`,
  dispute: (number, date) =>
    `Korrektur der Rechnung ${number} vom ${date}. Die Zahlung wurde von Ihrer Bank rückgängig gemacht.`,
  page: (page, pages) => `Seite ${page} von ${pages}`,
}

const ru: DocumentTexts = {
  invoice: 'Счёт',
  credit_note: 'Кредит-нота',
  issued: 'Дата выставления',
  paid_on: 'Дата оплаты',
  paid_by: 'Способ оплаты',
  wire: 'Банковский перевод',
  reference: 'Номер платежа',
  po_number: 'Номер заказа',
  corrects: 'К счёту',
  from: 'Продавец',
  bill_to: 'Покупатель',
  vat_id: 'ИНН / VAT ID',
  description: 'Описание',
  quantity: 'Кол-во',
  unit_price: 'Цена',
  amount: 'Сумма',
  net: 'Сумма без налога',
  total: 'Итого',
  paid: 'Оплачено',
  due: 'К оплате',
  credited: 'К возврату',
  top_up: 'Предоплата за API данных',
  login: 'Логин API',
  auto_recharge: 'Предоплата за API данных (автопополнение)',
  subscription: (product) => `Подписка ${product} на один месяц`,
  reverse_charge: 'Обратное начисление: НДС уплачивает получатель услуги (статья 196 Директивы 2006/112/ЕС).',
  not_taxable: 'Не облагается НДС в стране поставщика: место оказания услуги находится за её пределами.',
  refund: (number, date) => `Исправляет счёт ${number} от ${date}. Сумма возвращается вам.`,
  dispute: (number, date) => `Исправляет счёт ${number} от ${date}. Платёж отозван вашим банком.`,
  page: (page, pages) => `Страница ${page} из ${pages}`,
}

const es: DocumentTexts = {
  invoice: 'Factura',
  credit_note: 'Factura rectificativa',
  issued: 'Fecha de emisión',
  paid_on: 'Fecha de pago',
  paid_by: 'Forma de pago',
  wire: 'Transferencia bancaria',
  reference: 'Referencia de pago',
  po_number: 'N.º de pedido',
  corrects: 'De la factura',
  from: 'De',
  bill_to: 'Facturar a',
  vat_id: 'NIF-IVA',
  description: 'Descripción',
  quantity: 'Cant.',
  unit_price: 'Precio',
  amount: 'Importe',
  net: 'Base imponible',
  total: 'Total',
  paid: 'Pagado',
  due: 'Importe pendiente',
  credited: 'A su favor',
  top_up: 'Saldo de prepago para la API de datos',
  login: 'Usuario de API',
  auto_recharge: 'Saldo de prepago para la API de datos (recarga automática)',
  subscription: (product) => `Suscripción ${product}, un mes`,
  reverse_charge:
    'Inversión del sujeto pasivo: el IVA corresponde al destinatario del servicio (artículo 196 de la Directiva 2006/112/CE).',
  not_taxable: 'No sujeto a IVA en el país del proveedor: el servicio se localiza fuera de él.',
  refund: (number, date) => `Rectifica la factura ${number} del ${date}. El importe se le devuelve.`,
  dispute: (number, date) => `Rectifica la factura ${number} del ${date}. Su banco ha revertido el pago.`,
  page: (page, pages) => `Página ${page} de ${pages}`,
}

const fr: DocumentTexts = {
  invoice: 'Facture',
  credit_note: 'Avoir',
  issued: 'Date d’émission',
  paid_on: 'Date de paiement',
  paid_by: 'Mode de paiement',
  wire: 'Virement bancaire',
  reference: 'Référence du paiement',
  po_number: 'N° de commande',
  corrects: 'Sur la facture',
  from: 'De',
  bill_to: 'Facturé à',
  vat_id: 'N° de TVA',
  description: 'Description',
  quantity: 'Qté',
  unit_price: 'Prix unitaire',
  amount: 'Montant',
  net: 'Total hors taxe',
  total: 'Total',
  paid: 'Payé',
  due: 'Reste à payer',
  credited: 'En votre faveur',
  top_up: 'Crédit prépayé pour l’API de données',
  login: 'Identifiant d’API',
  auto_recharge: 'Crédit prépayé pour l’API de données (rechargement automatique)',
  subscription: (product) => `Abonnement ${product}, un mois`,
  reverse_charge:
    'Autoliquidation : la TVA est due par le preneur du service (article 196 de la directive 2006/112/CE).',
  not_taxable: 'Non soumis à la TVA dans le pays du prestataire : le lieu de la prestation est en dehors de celui-ci.',
  refund: (number, date) => `Cet avoir corrige la facture ${number} du ${date}. Le montant vous est remboursé.`,
  dispute: (number, date) => `Cet avoir corrige la facture ${number} du ${date}. Votre banque a annulé le paiement.`,
  page: (page, pages) => `Page ${page} sur ${pages}`,
}

export const DOCUMENT_TEXTS: Record<Language, DocumentTexts> = { en, de, ru, es, fr }
