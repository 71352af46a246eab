import type { Command } from './command.ts'

/** They read PROVIDER_DIR directly: a fault that stops a start must be visible while no server runs. */
export const catalogueCommands: Command[] = [
  {
    name: 'catalogue check',
    usage: 'catalogue check',
    about:
      'Shows what the gateway understands of each path in PROVIDER_DIR, and how that differs from the running server.',
    arguments: 0,
    options: {},
    needs_server: false,
    run: async (access) => (await import('./check-catalogue.ts')).checkCatalogue(access),
  },
  {
    name: 'catalogue draft',
    usage: 'catalogue draft',
    about:
      'Prints overlays with the bounds, defaults and required fields that descriptions say in words. Read before use.',
    arguments: 0,
    options: {},
    needs_server: false,
    run: async () => (await import('./check-catalogue.ts')).draftCatalogue(),
  },
]
