import { type Node, Visitor } from 'oxc-parser'
import { dotted } from './facts.ts'
import { at, parsed, type Source } from './tree.ts'

/** Words of a dialect that a new colleague would not search for; docs/glossary.md has the field's word for each meaning. */
const RETIRED_NAMES =
  'place places asked told said kept wish wished wishes figures around letter letters patience visit visits room rooms door doors house outside stood beyond modest telling tell tells nobody somebody whoever stand stands standing deed deeds hear heard say says trouble troubles'
/** In comments, test titles, logs and thrown errors. `around`, `outside` and `beyond` are ordinary prepositions there. */
const RETIRED_TEXT =
  'place places asked told said kept wish wished wishes figures letter letters patience visit visits room rooms door doors house stood modest telling tell tells nobody somebody whoever stand stands standing deed deeds hear heard say says trouble troubles'

/** Names that are stored or sent, which the previous version and customers know. */
const ALLOWED = new Set([
  'account_kept',
  'asked_at',
  'asked_by',
  'billing_details_asked',
  'data_export_asked',
  'email_change_asked',
  'first_visit',
  'kept_by',
  'not_asked',
  'not_kept',
  'payment_method_asked_for',
  'place_id',
  'seen_places',
  'sign_up_asked',
  'told_at',
  'usage_kept',
])

/** The cookie field `told`, the query parameter `said` and the former column `place`, where they are read or sent. */
const ALLOWED_IN: Record<string, string[]> = {
  'contract/src/scripts.ts': ['told'],
  'contract/src/security-log.ts': ['said'],
  'server/src/ledger/limits/spend-scopes.test.ts': ['place'],
  'server/src/security-log/read-log.ts': ['said'],
  'server/src/security-log/security-log.test.ts': ['said'],
  'web/src/scripts/store.ts': ['told'],
}

const names = new Set(RETIRED_NAMES.split(' '))
const texts = new Set(RETIRED_TEXT.split(' '))
const TITLED = /^(test|it|describe)(\.(each|for|only|skip|concurrent))*$/
const THROWN = /Error$|^Problem$/
const LOGGED = /(^|\.)log\.(trace|debug|info|warn|error|fatal)$/

export function checkWords(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const { program, comments } = parsed(source)
    const found: string[] = []
    const name = (node: { start: number }, text: string) => {
      if (ALLOWED.has(text) || ALLOWED_IN[source.path]?.includes(text)) return
      const word = wordsOf(text).find((one) => names.has(one))
      if (word) found.push(`${at(source, node.start)} ${text}: the name has the retired word "${word}"`)
    }
    const text = (start: number, words: string) => {
      const rest = words.replace(/`[^`]*`/g, '').replace(/[a-z]+(_[a-z]+)+/g, (name) => (ALLOWED.has(name) ? '' : name))
      for (const word of rest.toLowerCase().match(/[a-z]+/g) ?? [])
        if (texts.has(word))
          found.push(`${at(source, start)} "${word}" in: ${words.trim().replace(/\s+/g, ' ').slice(0, 120)}`)
    }
    const strings = (node: Node | undefined) => {
      if (node?.type === 'Literal' && typeof node.value === 'string') text(node.start, node.value)
      if (node?.type === 'TemplateLiteral') for (const part of node.quasis) text(part.start, part.value.raw)
    }
    for (const { start, value } of comments) text(start, value)
    new Visitor({
      Identifier: (node) => name(node, node.name),
      JSXIdentifier: (node) => name(node, node.name),
      PrivateIdentifier: (node) => name(node, node.name),
      CallExpression: ({ callee, arguments: args }) => {
        const called =
          callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression'
            ? calledOf(callee)
            : dotted(callee)
        if (TITLED.test(called)) strings(args[0])
        if (LOGGED.test(called)) for (const arg of args) strings(arg)
      },
      NewExpression: ({ callee, arguments: args }) => {
        if (THROWN.test(dotted(callee))) strings(args[0])
      },
    }).visit(program)
    return found
  })
}

/** Of `test.each(rows)('title')`: `test.each`. */
function calledOf(node: Node): string {
  if (node.type === 'CallExpression') return calledOf(node.callee)
  if (node.type === 'TaggedTemplateExpression') return calledOf(node.tag)
  return dotted(node)
}

/** `readPlaceOf` and `place_of` are several words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}
