import type { Command } from './command.ts'

/** They use the database directly: a backup must also be possible when the server does not start. */
export const backupCommands: Command[] = [
  {
    name: 'backup',
    usage: 'backup <folder>',
    about:
      'Writes all tables and files into a new folder, as they are at one moment; the server may run. Without SECRET.',
    arguments: 1,
    options: {},
    needs_server: false,
    run: async (access, { words: [folder = ''] }) =>
      (await import('./backup-and-restore.ts')).backUp(folder, access !== undefined),
  },
  {
    name: 'restore',
    usage: 'restore <folder>',
    about: 'Fills an unused database (DATABASE_URL, or a new DATA_DIR) with a backup and checks the books of it.',
    arguments: 1,
    options: {},
    needs_server: false,
    run: async (_server, { words: [folder = ''] }) => (await import('./backup-and-restore.ts')).restore(folder),
  },
]
