import type { Command } from './command.ts'

const FOLDER = [{ field: 'folder', value: 'folder' }]

/** They work without the server: a fault that stops its start must be visible, and a backup possible, while none runs. */
export const offlineCommands: Command[] = [
  {
    name: 'config check',
    about:
      'Checks settings, the files in PROVIDER_DIR and the rights in a given database without starting anything; names settings that look misspelt.',
    arguments: [],
    options: {},
    needs_server: false,
    run: async () => (await import('./check-config.ts')).checkConfig(),
  },
  {
    name: 'catalogue check',
    about:
      'Shows what the gateway understands of each path in PROVIDER_DIR, and how that differs from the running server.',
    arguments: [],
    options: {},
    needs_server: false,
    run: async (access) => (await import('./check-catalogue.ts')).checkCatalogue(access),
  },
  {
    name: 'catalogue draft',
    about:
      'Prints overlays with the bounds, defaults and required fields that descriptions say in words. Read before use.',
    arguments: [],
    options: {},
    needs_server: false,
    run: async () => (await import('./check-catalogue.ts')).draftCatalogue(),
  },
  {
    name: 'backup',
    about:
      'Writes all tables and files into a new folder, as they are at one moment; the server may run. Without SECRET.',
    arguments: FOLDER,
    options: {},
    needs_server: false,
    run: async (access, { words: [folder = ''] }) =>
      (await import('./backup-and-restore.ts')).backUp(folder, access !== undefined),
  },
  {
    name: 'restore',
    about: 'Fills an unused database (DATABASE_URL, or a new DATA_DIR) with a backup and checks the books of it.',
    arguments: FOLDER,
    options: {},
    needs_server: false,
    run: async (_server, { words: [folder = ''] }) => (await import('./backup-and-restore.ts')).restore(folder),
  },
]
