import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
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
    run: async (access, { words: [id = ''], options }) => {
      const [starts_at = '', ends_at = ''] = [options.from, options.to]
      const data = await callServer(access, operator.addNotice, {
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
    name: 'notice list',
    usage: 'notice list',
    about: 'Lists announcements, newest first: added ones, those of notices.yaml and of new prices.',
    arguments: 0,
    options: {},
    run: async (access) => {
      const data = await callServer(access, operator.listNotices, {})
      const lines = data.notices.map((row) =>
        [
          row.id,
          row.state,
          row.kind === 'prices' ? 'new prices' : 'maintenance',
          `${row.starts_at} to ${row.ends_at}`,
          ...(row.email ? [`for ${row.email}`] : []),
          ...(row.origin === 'file' ? ['of notices.yaml'] : []),
          ...(row.text ? [JSON.stringify(row.text)] : []),
        ].join('  '),
      )
      return { data, text: lines.join('\n') || 'none' }
    },
  },
  {
    name: 'notice remove',
    usage: 'notice remove <id>',
    about: 'Takes back an announcement made with notice add.',
    arguments: 1,
    fields: ['id'],
    options: {},
    run: async (access, { words: [id = ''] }) => {
      const data = await callServer(access, operator.removeNotice, { id, by: by() })
      if (!data.removed) throw usageError(`There is no notice '${id}'.`)
      return { data, text: `${id} removed` }
    },
  },
]
