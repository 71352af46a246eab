import type { Currency } from '@portico/contract/currency.ts'
import type { ExportScope } from '@portico/contract/data-export.ts'
import type { Language } from '@portico/contract/language.ts'

interface About {
  brand: string
  email: string
  scope: ExportScope
  at: string
  currency: Currency
}

/** The text at the head of an archive. */
export const READ_ME: Record<Language, (about: About) => string> = {
  en: ({ brand, email, scope, at, currency }) =>
    lines([
      `Your data at ${brand}`,
      `Prepared for ${email}, ${at}`,
      '',
      scope === 'account'
        ? 'This archive holds everything stored about the account you work on, and your own personal data.'
        : 'This archive holds your own personal data. Data of the account is given to its owners.',
      'Every kind of data is there twice: in json/ for programs and in csv/ for spreadsheets. Invoices are in invoices/ as PDF.',
      'contents.json says how many rows there are of each kind. A kind without rows has no file.',
      `Times are UTC. Amounts that end in _micros are millionths: 1000000 is 1 ${currency}.`,
      'Passwords, keys and other secrets are not included.',
    ]),
  de: ({ brand, email, scope, at, currency }) =>
    lines([
      `Ihre Daten bei ${brand}`,
      `Erstellt für ${email}, ${at}`,
      '',
      scope === 'account'
        ? 'Dieses Archiv enthält alles, was über das Konto gespeichert ist, mit dem Sie arbeiten, und Ihre eigenen personenbezogenen Daten.'
        : 'Dieses Archiv enthält Ihre eigenen personenbezogenen Daten. Daten des Kontos erhalten dessen Inhaber.',
      'Jede Art von Daten ist zweimal enthalten: in json/ für Programme und in csv/ für Tabellen. Rechnungen liegen als PDF in invoices/.',
      'contents.json nennt die Anzahl der Zeilen jeder Art. Eine Art ohne Zeilen hat keine Datei.',
      `Zeiten sind UTC. Beträge mit der Endung _micros sind Millionstel: 1000000 ist 1 ${currency}.`,
      'Passwörter, Schlüssel und andere Geheimnisse sind nicht enthalten.',
    ]),
  fr: ({ brand, email, scope, at, currency }) =>
    lines([
      `Vos données chez ${brand}`,
      `Préparé pour ${email}, ${at}`,
      '',
      scope === 'account'
        ? 'Cette archive contient tout ce qui est enregistré sur le compte que vous utilisez, ainsi que vos données personnelles.'
        : 'Cette archive contient vos données personnelles. Les données du compte sont remises à ses propriétaires.',
      'Chaque type de données s’y trouve deux fois : dans json/ pour les programmes et dans csv/ pour les tableurs. Les factures sont en PDF dans invoices/.',
      'contents.json indique le nombre de lignes de chaque type. Un type sans ligne n’a pas de fichier.',
      `Les heures sont en UTC. Les montants qui se terminent par _micros sont des millionièmes : 1000000 vaut 1 ${currency}.`,
      'Les mots de passe, les clés et les autres secrets ne sont pas inclus.',
    ]),
  es: ({ brand, email, scope, at, currency }) =>
    lines([
      `Sus datos en ${brand}`,
      `Preparado para ${email}, ${at}`,
      '',
      scope === 'account'
        ? 'Este archivo contiene todo lo que se guarda sobre la cuenta con la que trabaja y sus propios datos personales.'
        : 'Este archivo contiene sus propios datos personales. Los datos de la cuenta se entregan a sus propietarios.',
      'Cada tipo de datos está dos veces: en json/ para programas y en csv/ para hojas de cálculo. Las facturas están en invoices/ en PDF.',
      'contents.json indica cuántas filas hay de cada tipo. Un tipo sin filas no tiene archivo.',
      `Las horas son UTC. Los importes que terminan en _micros son millonésimas: 1000000 es 1 ${currency}.`,
      'No se incluyen contraseñas, claves ni otros secretos.',
    ]),
  ru: ({ brand, email, scope, at, currency }) =>
    lines([
      `Ваши данные в ${brand}`,
      `Подготовлено для ${email}, ${at}`,
      '',
      scope === 'account'
        ? 'В этом архиве всё, что хранится об аккаунте, с которым вы работаете, и ваши личные данные.'
        : 'В этом архиве ваши личные данные. Данные аккаунта получают его владельцы.',
      'Данные каждого вида записаны дважды: в json/ для программ и в csv/ для таблиц. Счета лежат в invoices/ в формате PDF.',
      'В contents.json указано число строк каждого вида. Для вида без строк файла нет.',
      `Время указано по UTC. Суммы в полях, которые заканчиваются на _micros, указаны в миллионных долях: 1000000 — это 1 ${currency}.`,
      'Паролей, ключей и других секретов в архиве нет.',
    ]),
}

function lines(of: string[]): string {
  return `${of.join('\r\n')}\r\n`
}
