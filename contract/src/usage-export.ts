import * as z from 'zod/mini'
import { caller, filter, rangeIsRight } from './usage.ts'
import { order } from './usage-totals.ts'

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** A file, not an answer: everything that matches, row by row. It has a route of its own beside the endpoints. */
export const usageExport = {
  path: '/api/usage/export',
  reads: 'replica',
  caller,
  input: z.strictObject({ ...filter, order, format: z.enum(EXPORT_FORMATS) }).check(rangeIsRight),
} as const
