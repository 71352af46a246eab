/**
 * All tables and files of an installation in one folder, and back into an unused database: by rows, so that it works
 * the same for the embedded and a given PostgreSQL, also of another version, and needs no tool of PostgreSQL's own.
 */
export { makeBackup } from './make-backup.ts'
export { openAlone, openForReading } from './open-databases.ts'
export { restoreBackup } from './restore-backup.ts'
