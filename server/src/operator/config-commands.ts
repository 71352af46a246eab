import type { Command } from './command.ts'

export const configCommands: Command[] = [
  {
    name: 'config check',
    usage: 'config check',
    about:
      'Checks settings, the files in PROVIDER_DIR and the rights in a given database without starting anything; names settings that look misspelt.',
    arguments: 0,
    options: {},
    needs_server: false,
    run: async () => (await import('./check-config.ts')).checkConfig(),
  },
]
