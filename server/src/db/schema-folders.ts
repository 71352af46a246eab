import { join } from 'node:path'
import { VERSION } from '../version.ts'

/** What a database is brought up to: tables by migrations, each run once; then functions, as they are written now. */
export interface SchemaFolders {
  migrations: string
  /** Absent: the functions stay as the migrations left them. */
  functions?: string
  /** Of the Portico these files belong to: an older one does not replace the functions of a newer one. */
  version: string
}

export const SCHEMA: SchemaFolders = {
  migrations: join(import.meta.dirname, 'migrations'),
  functions: join(import.meta.dirname, 'functions'),
  version: VERSION,
}
