import { FEATURES, type Feature } from '@portico/contract/menu.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command, usageError } from './command.ts'

const KNOWN = FEATURES.join(', ')

export const featureCommands: Command[] = [
  {
    name: 'grant',
    usage: 'grant <e-mail> <feature>',
    about: `Shows a user what others do not see: ${KNOWN}.`,
    arguments: 2,
    fields: ['email', 'feature'],
    options: {},
    run: async (access, { words: [email = '', word = ''] }) => {
      const feature = featureNamed(word)
      const data = await callServer(access, operator.grant, { email, feature, by: by() })
      return { data, text: `${data.email} ${data.granted ? 'has' : 'had'} ${feature}${data.granted ? '' : ' already'}` }
    },
  },
  {
    name: 'revoke',
    usage: 'revoke <e-mail> <feature>',
    about: 'Takes a feature away from a user.',
    arguments: 2,
    fields: ['email', 'feature'],
    options: {},
    run: async (access, { words: [email = '', word = ''] }) => {
      const feature = featureNamed(word)
      const data = await callServer(access, operator.revoke, { email, feature, by: by() })
      if (!data.revoked) throw usageError(`${data.email} does not have ${feature}.`)
      return { data, text: `${data.email} no longer has ${feature}` }
    },
  },
]

function featureNamed(word: string): Feature {
  const feature = FEATURES.find((known) => known === word)
  if (!feature) throw usageError(`There is no feature '${word}'. Known features: ${KNOWN}.`)
  return feature
}
