import type { Language } from '@portico/contract/language.ts'

type Label =
  | 'receipt'
  | 'reference'
  | 'date'
  | 'account'
  | 'paid_from'
  | 'database'
  | 'version'
  | 'locations'
  | 'format'
  | 'updates_until'
  | 'amount'
  | 'refunded'
  | 'files'
  | 'records'
  | 'note'

/** A receipt in the customer's language. */
export const RECEIPT: Record<Language, Record<Label, string>> = {
  en: {
    receipt: 'Receipt',
    reference: 'Order',
    date: 'Date',
    account: 'Account',
    paid_from: 'Paid from the balance of',
    database: 'Database',
    version: 'Version',
    locations: 'Locations',
    format: 'Format',
    updates_until: 'Updates until',
    amount: 'Amount',
    refunded: 'Refunded to the balance',
    files: 'Files',
    records: 'records',
    note: 'Paid from credit added earlier. Invoices are issued for payments; this receipt is not an invoice.',
  },
  ru: {
    receipt: 'Квитанция',
    reference: 'Заказ',
    date: 'Дата',
    account: 'Аккаунт',
    paid_from: 'Оплачено с баланса',
    database: 'База данных',
    version: 'Версия',
    locations: 'Страны',
    format: 'Формат',
    updates_until: 'Обновления до',
    amount: 'Сумма',
    refunded: 'Возвращено на баланс',
    files: 'Файлы',
    records: 'записей',
    note: 'Оплачено ранее внесёнными средствами. Счета выставляются на платежи; эта квитанция счётом не является.',
  },
  de: {
    receipt: 'Beleg',
    reference: 'Bestellung',
    date: 'Datum',
    account: 'Konto',
    paid_from: 'Bezahlt aus dem Guthaben von',
    database: 'Datenbank',
    version: 'Version',
    locations: 'Länder',
    format: 'Format',
    updates_until: 'Aktualisierungen bis',
    amount: 'Betrag',
    refunded: 'Dem Guthaben wieder gutgeschrieben',
    files: 'Dateien',
    records: 'Datensätze',
    note: 'Bezahlt aus zuvor aufgeladenem Guthaben. Rechnungen gibt es für Zahlungen; dieser Beleg ist keine Rechnung.',
  },
  es: {
    receipt: 'Recibo',
    reference: 'Pedido',
    date: 'Fecha',
    account: 'Cuenta',
    paid_from: 'Pagado con el saldo de',
    database: 'Base de datos',
    version: 'Versión',
    locations: 'Países',
    format: 'Formato',
    updates_until: 'Actualizaciones hasta',
    amount: 'Importe',
    refunded: 'Devuelto al saldo',
    files: 'Archivos',
    records: 'registros',
    note: 'Pagado con saldo añadido anteriormente. Las facturas se emiten por los pagos; este recibo no es una factura.',
  },
  fr: {
    receipt: 'Reçu',
    reference: 'Commande',
    date: 'Date',
    account: 'Compte',
    paid_from: 'Payé avec le solde de',
    database: 'Base de données',
    version: 'Version',
    locations: 'Pays',
    format: 'Format',
    updates_until: 'Mises à jour jusqu’au',
    amount: 'Montant',
    refunded: 'Remboursé sur le solde',
    files: 'Fichiers',
    records: 'enregistrements',
    note: 'Payé avec un crédit ajouté auparavant. Les factures concernent les paiements ; ce reçu n’est pas une facture.',
  },
}
