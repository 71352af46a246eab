import type { FoundBy } from '@portico/contract/operator-customers.ts'
import type { ConsoleKey } from './texts.ts'

export const FOUND_WORDS: Record<FoundBy, ConsoleKey> = {
  email: 'E-mail',
  name: 'Name',
  company: 'Company',
  vat_id: 'VAT ID',
  login: 'API login',
  call: 'Request',
  task: 'Task',
  document: 'Document',
  payment: 'Payment',
  card: 'Card',
  address: 'IP address',
  id: 'Customer ID',
}
