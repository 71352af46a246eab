import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command, usageError } from './command.ts'

const DEFAULT = 'default'
const NONE = 'none'

/** The operator's settings of single API logins. */
export const loginCommands: Command[] = [
  {
    name: 'login set',
    usage:
      'login set <login> [--per-minute <requests>] [--simultaneous <requests>] [--hold yes|no] [--subscriptions <names>] --reason <text>',
    about: 'Sets the request limits and subscriptions of an API login, or puts it on hold.',
    arguments: 1,
    fields: ['login'],
    options: {
      'per-minute': { about: `requests per minute, or ${DEFAULT}` },
      simultaneous: { about: `concurrent requests, or ${DEFAULT}` },
      hold: { about: 'yes: every request is refused; no: requests are accepted again' },
      subscriptions: { about: `all it has from now on, such as backlinks,llm_mentions, or ${NONE}` },
      reason: { about: 'why, kept on record', required: true },
    },
    run: async (access, { words: [login = ''], options }) => {
      const { hold, reason = '' } = options
      if (hold !== undefined && hold !== 'yes' && hold !== 'no')
        throw usageError(`--hold is '${hold}', but must be yes or no.`)
      const per_minute = calls('per-minute', options['per-minute'])
      const simultaneous = calls('simultaneous', options.simultaneous)
      if (Object.keys(options).every((name) => name === 'reason'))
        throw usageError('Nothing to set: name --per-minute, --simultaneous, --hold or --subscriptions.')
      const data = await callServer(access, operator.setLogin, {
        login,
        ...(per_minute !== undefined && { per_minute }),
        ...(simultaneous !== undefined && { simultaneous }),
        ...(hold && { on_hold: hold === 'yes' }),
        ...(options.subscriptions !== undefined && { subscriptions: names(options.subscriptions) }),
        reason,
        by: by(),
      })
      const subscribed = data.subscriptions.length > 0 ? data.subscriptions.join(', ') : 'nothing'
      const text = `${data.login}: ${data.status}, ${data.per_minute} requests per minute, ${data.simultaneous} concurrent, subscribed to ${subscribed}`
      return { data, text }
    },
  },
]

function names(text: string): string[] {
  return text === NONE ? [] : [...new Set(text.split(',').map((name) => name.trim()))]
}

function calls(name: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === DEFAULT) return null
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw usageError(`--${name} is '${text}', but must be a number of requests or ${DEFAULT}.`)
  return Number(text)
}
