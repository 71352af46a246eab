import { closing } from '@portico/contract/closing.ts'
import { query } from '#lib/query.ts'

export const closingQuery = query(['closing'], closing.getClosing, {})
