import type { Command } from './command.ts'

export const configCommands: Command[] = [
  {
    name: 'config check',
    usage: 'config check',
    about:
      'Checks settings and the files in PROVIDER_DIR without starting anything; names settings that look misspelt.',
    arguments: 0,
    options: {},
    needs_server: false,
    run: async () => (await import('./check-config.ts')).checkConfig(),
  },
]
