import { join } from 'node:path'
import { VERSION } from '../version.ts'

/** The schema of a database: tables by migrations, each run once; then functions, in their current form. */
export interface SchemaFolders {
  migrations: string
  /** Absent: the functions remain as the migrations left them. */
  functions?: string
  /** Version of the Portico these files belong to: an older one does not replace the functions of a newer one. */
  version: string
}

export const SCHEMA: SchemaFolders = {
  migrations: join(import.meta.dirname, 'migrations'),
  functions: join(import.meta.dirname, 'functions'),
  version: VERSION,
}
