import { operator } from '@portico/contract/operator.ts'
import { command } from './command.ts'

/** Tokens of the provider's own programs. */
export const tokenCommands = [
  command(operator.addToken, {
    name: 'token add',
    about: 'Makes a token for a program of yours and prints it once; /api/operator/openapi.json has what it may call.',
    arguments: ['name'],
    text: ({ name, token, expires_at }) =>
      `${token}\n\n${name} works until ${expires_at}. It is shown only now; send it as Authorization: Bearer …`,
  }),
  command(operator.listTokens, {
    name: 'token list',
    about: 'Lists the tokens, newest first, with their scopes and last use.',
    text: ({ tokens }) => {
      const lines = tokens.map(({ name, state, scopes, expires_at, last_used_at, created_by }) =>
        [
          name,
          state,
          scopes.join(','),
          `until ${expires_at}`,
          `last used ${last_used_at ?? 'never'}`,
          `by ${created_by}`,
        ].join('  '),
      )
      return lines.join('\n') || 'none'
    },
  }),
  command(operator.revokeToken, {
    name: 'token revoke',
    about: 'Ends a token at once.',
    arguments: ['name'],
    text: ({ name, revoked }) => (revoked ? `${name} is revoked` : `${name} was revoked before`),
  }),
]
