import { groupQuestions, type LeftOut } from '#catalogue/index.ts'

export interface Answers {
  title: string
  price: string
  source: string
  auth: string
  /** Undefined: where it is needed. */
  prefix: string | undefined
}

interface Decided {
  prefix: string
  left_out: readonly LeftOut[]
}

/** The files of a new provider folder, by name. */
export function providerFiles(
  folder: string,
  { title, price, source, auth }: Answers,
  { prefix, left_out }: Decided,
): Record<string, string> {
  const decisions = decisionsOf(left_out)
  return {
    'brand.yaml': `# What customers see of you; docs/operator/make-it-yours.md lists every setting. Links must be https.
title: ${JSON.stringify(title)}
product: portico
# accent: '#1a2b3c'
# logo_file: logo.svg
# terms_url: https://example.com/terms
# privacy_url: https://example.com/privacy
# support_email: support@example.com
`,
    'prices.yaml': `# What a call costs. A function is a path without its version, such as stations/{id}; further methods of a path
# have their own: stations/{id}:put. portico catalogue check lists them. A change counts after portico prices apply.
version: '1'
valid_from: 2026-01-01
# Every function without a line of its own.
default: { per_request: ${price} }
functions: {}
#  'stations/{id}': { live: { per_request: 0.005 } }
`,
    'menu.yaml': `# Usage and Playground have a section for each tag of your documents. fixed: the built-in menu; added: both.
sections: own
# Entries that you do not need.
hide: [databases-list]
`,
    ...(decisions && { 'overlays/decisions.yaml': decisions }),
    'settings.env': `# Settings of the server for this provider; docs/settings.md lists every setting. Keep this file to yourself.
PROVIDER_DIR=${quoted(folder)}
# The address of your API, instead of servers in the document: host and base path.
UPSTREAM_URL=${quoted(source)}
# What the server sends there as credentials. Customers have credentials of their own and never see these.
UPSTREAM_AUTH=${quoted(auth)}
# Begins the address of every operation, so that none is an address of the dashboard.
API_PREFIX=${quoted(prefix)}
`,
  }
}

/** Read by a shell, and by env files of systemd and containers where nothing needs quotes. */
function quoted(value: string): string {
  return /^[\w./:-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

/** An overlay that takes out what is not sold, a line each, so that the operator can put it on sale by changing the line. */
function decisionsOf(left_out: readonly LeftOut[]): string | undefined {
  const questions = groupQuestions(left_out).map(({ line }) => `  ${line}`)
  const others = left_out.flatMap(({ id, reason, target, names = [] }) => {
    if (target === undefined || names.length > 0) return []
    const text = `${id}: ${reason.split('\n')[0]}`.replaceAll(/\s+/g, ' ').slice(0, 200)
    return [`  # ${text}\n  - { target: ${JSON.stringify(target)}, remove: true }`]
  })
  const lines = [...questions, ...others]
  if (lines.length === 0) return undefined
  return `# OpenAPI Overlay 1.0: a line for each decision about your document, which itself stays as it is. With your credentials a
# customer could read or change your own account by some operations, so they are not sold. A line is about all operations with its
# word in their path (or tag, scope, answer, title). Change never to
#   live        charged for each call
#   reads       GET is charged, what writes is not sold
#   reference   free
# One with several words is sold when none of them is never. For a part of a path, or one operation alone, write
#   - { target: $, update: { x-portico-answers: { '/users/{name}/photos': live } } }
#   - { target: "$.paths['/path'].get", update: { x-portico-kind: live } }
overlay: 1.0.0
info: { title: Decisions, version: '1' }
actions:
${lines.join('\n')}
`
}
