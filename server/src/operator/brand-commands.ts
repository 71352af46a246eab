import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#outside/own-server.ts'
import { by, type Command, usageError } from './command.ts'

const FIELDS = {
  title: 'name of the product on this host',
  accent: 'colour like #1a2b3c',
  radius: 'roundness of corners, 0 to 16',
  logo: 'https address of a picture',
  favicon: 'https address of an icon',
  support: 'https address of the help desk',
  home: 'https address the logo leads to',
  landing: 'https address of the public site',
}
const NAMES: Record<string, string> = {
  logo: 'logo_url',
  favicon: 'favicon_url',
  support: 'help_link',
  home: 'home_url',
  landing: 'landing_url',
}

export const brandCommands: Command[] = [
  {
    name: 'whitelabel set',
    usage: 'whitelabel set <host> --title <name> [--accent …] [--parent <e-mail>]',
    about: 'Gives a host its own brand; with --parent only people that account invited can sign up and in there.',
    arguments: 1,
    options: {
      ...Object.fromEntries(
        Object.entries(FIELDS).map(([name, about]) => [
          name,
          { about, ...(name === 'title' && { required: true as const }) },
        ]),
      ),
      parent: { about: 'account that owns a private white-label' },
      id: { about: 'number of the white-label, for a host that had one elsewhere' },
    },
    run: async (door, { words: [host = ''], options }) => {
      const brand = Object.fromEntries(
        Object.keys(FIELDS).flatMap((name) => {
          const value = options[name]
          if (value === undefined) return []
          return [[NAMES[name] ?? name, name === 'radius' ? Number(value) : value]]
        }),
      )
      const { parent, id } = options
      const data = await callServer(door, operator.setWhitelabel, {
        host,
        brand,
        by: by(),
        ...(parent && { parent }),
        ...(id && { id: Number(id) }),
      })
      return { data, text: `${data.host} is white-label ${data.id}` }
    },
  },
  {
    name: 'whitelabel list',
    usage: 'whitelabel list',
    about: 'Lists hosts with a brand of their own.',
    arguments: 0,
    options: {},
    run: async (door) => {
      const data = await callServer(door, operator.listWhitelabels, {})
      const lines = data.whitelabels.map(
        (row) =>
          `${String(row.id).padEnd(6)} ${row.host}  ${row.brand.title}${row.parent_id ? `  private, owner ${row.parent_id}` : ''}`,
      )
      return { data, text: lines.join('\n') || 'none' }
    },
  },
  {
    name: 'whitelabel remove',
    usage: 'whitelabel remove <host>',
    about: 'The host shows the provider’s own brand again.',
    arguments: 1,
    options: {},
    run: async (door, { words: [host = ''] }) => {
      const data = await callServer(door, operator.removeWhitelabel, { host, by: by() })
      if (!data.removed) throw usageError(`${host} has no brand of its own.`)
      return { data, text: `${host} removed` }
    },
  },
  {
    name: 'notice add',
    usage: 'notice add <id> --from <time> --to <time> [--text <text>]',
    about: 'Announces a maintenance window; times like 2026-12-03T03:30:00Z.',
    arguments: 1,
    options: {
      from: { about: 'when it starts, UTC', required: true },
      to: { about: 'when it ends, UTC', required: true },
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
    options: {},
    run: async (door, { words: [id = ''] }) => {
      const data = await callServer(door, operator.removeNotice, { id, by: by() })
      if (!data.removed) throw usageError(`There is no notice '${id}'.`)
      return { data, text: `${id} removed` }
    },
  },
]
