import type { Command } from './command.ts'

const FOLDER = [{ field: 'folder', value: 'folder' }]

/** They work without the server: a fault that stops its start must be visible, and a backup possible, while none runs. */
export const offlineCommands: Command[] = [
  {
    name: 'provider new',
    about:
      'Writes a provider folder from an OpenAPI document, or from a folder of them: brand, prices, menu, decisions and settings. Needs no server.',
    arguments: [
      { field: 'folder', value: 'folder' },
      { field: 'document', value: 'document' },
    ],
    options: {
      title: {
        field: 'title',
        is_required: false,
        value: 'name',
        about: 'name of your product; that of the document by default',
      },
      price: { field: 'price', is_required: false, value: 'amount', about: 'price of a request, 0.001 by default' },
      source: {
        field: 'source',
        is_required: false,
        value: 'address',
        about: 'address of your API with its base path; that of the document by default',
      },
      auth: {
        field: 'auth',
        is_required: false,
        value: 'credentials',
        about: 'credentials for your API: Basic …, Bearer …, or a header like X-Api-Key: …',
      },
      prefix: {
        field: 'prefix',
        is_required: false,
        value: 'path',
        about: 'begins every path for customers, such as /data; only where paths collide with pages by default',
      },
    },
    needs_server: false,
    run: async (_, given) => (await import('./new-provider.ts')).newProvider(given),
  },
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
