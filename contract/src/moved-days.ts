import * as z from 'zod/mini'

/** Rows before this UTC day are in files and take longer to read; null: the range has none of them. */
export const moved_before = z.nullable(z.string())
