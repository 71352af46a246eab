import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#outside/own-server.ts'
import { by, type Command, usageError } from './command.ts'

/** Announcements of maintenance. */
export const noticeCommands: Command[] = [
  {
    name: 'notice add',
    usage: 'notice add <id> --from <time> --to <time> [--text <text>]',
    about: 'Announces a maintenance window; times like 2026-12-03T03:30:00Z.',
    arguments: 1,
    fields: ['id'],
    options: {
      from: { about: 'when it starts, UTC', required: true, field: 'starts_at' },
      to: { about: 'when it ends, UTC', required: true, field: 'ends_at' },
      text: { about: 'a text of your own instead of the translated one' },
    },
    run: async (door, { words: [id = ''], options }) => {
      const [starts_at = '', ends_at = ''] = [options.from, options.to]
      const data = await callServer(door, operator.addNotice, {
        id,
        starts_at,
        ends_at,
        text: options.text ?? null,
        by: by(),
      })
      return { data, text: `${data.id} is announced` }
    },
  },
  {
    name: 'notice remove',
    usage: 'notice remove <id>',
    about: 'Takes back an announcement made with notice add.',
    arguments: 1,
    fields: ['id'],
    options: {},
    run: async (door, { words: [id = ''] }) => {
      const data = await callServer(door, operator.removeNotice, { id, by: by() })
      if (!data.removed) throw usageError(`There is no notice '${id}'.`)
      return { data, text: `${id} removed` }
    },
  },
]
