import { type Command, usageOf } from '../../server/src/operator/command.ts'

/** The sections of the page, by the first word of a command. */
const SECTIONS: Record<string, string[]> = {
  'The server and its books': [
    'status',
    'service',
    'instances',
    'queues',
    'queue',
    'mail',
    'books',
    'revenue',
    'audit',
  ],
  'Setting up and backing up': ['provider', 'config', 'catalogue', 'backup', 'restore'],
  'Customers and their logins': ['user', 'account', 'login', 'grant', 'revoke', 'onetime', 'impersonate'],
  Money: ['credit', 'refund', 'payment', 'promo', 'liabilities', 'document', 'tax', 'month'],
  Prices: ['prices'],
  'Staff and programs': ['staff', 'token', 'webhook'],
  'White-labels': ['whitelabel'],
  'What you publish': ['notice', 'incident', 'database'],
}

const HEAD = `# The operator's commands

\`\`\`
npm run -s portico -- <command>     # in a clone
bin/portico <command>               # in a release
\`\`\`

Commands that read or change data talk to the running server with the token in \`DATA_DIR\`, so every action is checked and audited
there. Every command takes \`--help\` and \`--json\`; an error is then \`{ "error": … }\`, with exit code 1. The [operator's guide](operator-guide.md) shows them in use.

This page is written from \`server/src/operator/\` and the schemas in \`contract/src/operator*.ts\` by \`npm run docs\`.
`

export function commandsPage(commands: Command[]): string {
  const sectionless = commands.filter(({ name }) => !Object.values(SECTIONS).flat().includes(firstWord(name)))
  if (sectionless.length > 0)
    throw new Error(`${sectionless.map(({ name }) => name).join(', ')} has no section in tools/docs/commands-page.ts`)
  const sections = Object.entries(SECTIONS).map(([title, words]) => {
    const rows = words.flatMap((word) => commands.filter(({ name }) => firstWord(name) === word))
    return [`## ${title}`, '', ...rows.map(entry), ''].join('\n')
  })
  return [HEAD, ...sections].join('\n')
}

function entry(command: Command): string {
  const lines = Object.entries(command.options).map(
    ([name, option]) => `  - \`--${name}\`${option.is_required ? ' (required)' : ''}: ${option.about}`,
  )
  return [`- \`${usageOf(command)}\`  `, `  ${command.about}`, ...lines].join('\n')
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? name
}
