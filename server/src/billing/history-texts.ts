import type { TransactionKind } from '@portico/contract/billing.ts'
import type { Language } from '@portico/contract/language.ts'

export interface HistoryTexts {
  holder: string
  title: string
  login: string
  period: string
  opening: string
  money_in: string
  money_out: string
  closing: string
  date: string
  movement: string
  amount: string
  balance: string
  nothing: string
  /** Below the table: all times and days are UTC, all amounts in the currency. */
  note(currency: string): string
  requests(count: string): string
  movements: Record<TransactionKind, string>
  page(page: number, pages: number): string
}

const en: HistoryTexts = {
  holder: 'Account holder',
  title: 'Balance history',
  login: 'API login',
  period: 'Period',
  opening: 'Opening balance',
  money_in: 'Money in',
  money_out: 'Money out',
  closing: 'Closing balance',
  date: 'Date',
  movement: 'Transaction',
  amount: 'Amount',
  balance: 'Balance',
  nothing: 'No transactions in this period.',
  note: (currency) => `All amounts in ${currency}, all days and times in UTC. Usage is summed by day and API.`,
  requests: (count) => `calls: ${count}`,
  movements: {
    usage: 'Usage',
    usage_refund: 'Refund for failed tasks',
    call_refund: 'Refund for a request',
    payment: 'Payment',
    promo: 'Promo code',
    gift: 'Credit',
    transfer: 'Transfer',
    refund: 'Refund',
    dispute: 'Disputed payment',
    dispute_won: 'Disputed amount returned',
    dispute_fee: 'Fee for a disputed payment',
    correction: 'Correction',
    purchase: 'Purchase',
  },
  page: (page, pages) => `Page ${page} of ${pages}`,
}

const de: HistoryTexts = {
  holder: 'Kontoinhaber',
  title: 'Kontoauszug',
  login: 'API-Login',
  period: 'Zeitraum',
  opening: 'Anfangssaldo',
  money_in: 'Eingänge',
  money_out: 'Ausgänge',
  closing: 'Endsaldo',
  date: 'Datum',
  movement: 'Buchung',
  amount: 'Betrag',
  balance: 'Saldo',
  nothing: 'Keine Buchungen in diesem Zeitraum.',
  note: (currency) =>
    `Alle Beträge in ${currency}, alle Tage und Uhrzeiten in UTC. Die Nutzung ist nach Tag und API zusammengefasst.`,
  requests: (count) => `Aufrufe: ${count}`,
  movements: {
    usage: 'Nutzung',
    usage_refund: 'Erstattung für fehlgeschlagene Aufgaben',
    call_refund: 'Erstattung für eine Anfrage',
    payment: 'Zahlung',
    promo: 'Gutscheincode',
    gift: 'Gutschrift',
    transfer: 'Umbuchung',
    refund: 'Rückzahlung',
    dispute: 'Angefochtene Zahlung',
    dispute_won: 'Angefochtener Betrag gutgeschrieben',
    dispute_fee: 'Gebühr für eine angefochtene Zahlung',
    correction: 'Korrektur',
    purchase: 'Kauf',
  },
  page: (page, pages) => `Seite ${page} von ${pages}`,
}

const ru: HistoryTexts = {
  holder: 'Владелец счёта',
  title: 'История баланса',
  login: 'Логин API',
  period: 'Период',
  opening: 'Начальный баланс',
  money_in: 'Поступления',
  money_out: 'Списания',
  closing: 'Конечный баланс',
  date: 'Дата',
  movement: 'Операция',
  amount: 'Сумма',
  balance: 'Баланс',
  nothing: 'За этот период операций не было.',
  note: (currency) => `Все суммы в ${currency}, все даты и время по UTC. Использование суммируется по дням и API.`,
  requests: (count) => `вызовов: ${count}`,
  movements: {
    usage: 'Использование',
    usage_refund: 'Возврат за неудачные задачи',
    call_refund: 'Возврат за запрос',
    payment: 'Платёж',
    promo: 'Промокод',
    gift: 'Начисление',
    transfer: 'Перевод',
    refund: 'Возврат платежа',
    dispute: 'Оспоренный платёж',
    dispute_won: 'Спор решён в нашу пользу',
    dispute_fee: 'Комиссия за оспоренный платёж',
    correction: 'Корректировка',
    purchase: 'Покупка',
  },
  page: (page, pages) => `Страница ${page} из ${pages}`,
}

const es: HistoryTexts = {
  holder: 'Titular de la cuenta',
  title: 'Historial del saldo',
  login: 'Usuario de API',
  period: 'Periodo',
  opening: 'Saldo inicial',
  money_in: 'Entradas',
  money_out: 'Salidas',
  closing: 'Saldo final',
  date: 'Fecha',
  movement: 'Movimiento',
  amount: 'Importe',
  balance: 'Saldo',
  nothing: 'No hay movimientos en este período.',
  note: (currency) => `Todos los importes en ${currency}, todos los días y horas en UTC. El uso se suma por día y API.`,
  requests: (count) => `llamadas: ${count}`,
  movements: {
    usage: 'Uso',
    usage_refund: 'Reembolso por tareas fallidas',
    call_refund: 'Reembolso de una solicitud',
    payment: 'Pago',
    promo: 'Código promocional',
    gift: 'Abono',
    transfer: 'Transferencia',
    refund: 'Reembolso',
    dispute: 'Pago impugnado',
    dispute_won: 'Impugnación resuelta a nuestro favor',
    dispute_fee: 'Comisión por un pago impugnado',
    correction: 'Corrección',
    purchase: 'Compra',
  },
  page: (page, pages) => `Página ${page} de ${pages}`,
}

const fr: HistoryTexts = {
  holder: 'Titulaire du compte',
  title: 'Historique du solde',
  login: 'Identifiant d’API',
  period: 'Période',
  opening: 'Solde initial',
  money_in: 'Entrées',
  money_out: 'Sorties',
  closing: 'Solde final',
  date: 'Date',
  movement: 'Opération',
  amount: 'Montant',
  balance: 'Solde',
  nothing: 'Aucune opération sur cette période.',
  note: (currency) =>
    `Tous les montants en ${currency}, tous les jours et heures en UTC. L’utilisation est additionnée par jour et par API.`,
  requests: (count) => `appels : ${count}`,
  movements: {
    usage: 'Utilisation',
    usage_refund: 'Remboursement de tâches échouées',
    call_refund: 'Remboursement d’une requête',
    payment: 'Paiement',
    promo: 'Code promo',
    gift: 'Crédit',
    transfer: 'Transfert',
    refund: 'Remboursement',
    dispute: 'Paiement contesté',
    dispute_won: 'Montant contesté restitué',
    dispute_fee: 'Frais pour un paiement contesté',
    correction: 'Correction',
    purchase: 'Achat',
  },
  page: (page, pages) => `Page ${page} sur ${pages}`,
}

export const HISTORY_TEXTS: Record<Language, HistoryTexts> = { en, de, ru, es, fr }
