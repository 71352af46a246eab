import type { Currency } from '@portico/contract/currency.ts'
import type { ExportScope } from '@portico/contract/data-export.ts'
import type { Language } from '@portico/contract/language.ts'
import { textsIn } from '#i18n/translate.ts'

interface About {
  brand: string
  email: string
  scope: ExportScope
  at: string
  currency: Currency
}

/** The text at the head of an archive. */
export function readMe(language: Language, { brand, email, scope, at, currency }: About): string {
  const t = textsIn(language)
  const lines = [
    t('Your data at {brand}', { brand }),
    t('Prepared for {email}, {at}', { email, at }),
    '',
    scope === 'account'
      ? t('This archive holds everything stored about the account you work on, and your own personal data.')
      : t('This archive holds your own personal data. Data of the account is given to its owners.'),
    t(
      'Every kind of data is there twice: in json/ for programs and in csv/ for spreadsheets. Invoices are in invoices/ as PDF.',
    ),
    t('contents.json says how many rows there are of each kind. A kind without rows has no file.'),
    t('Times are UTC. Amounts that end in _micros are millionths: 1000000 is 1 {currency}.', { currency }),
    t('Passwords, keys and other secrets are not included.'),
  ]
  return `${lines.join('\r\n')}\r\n`
}
