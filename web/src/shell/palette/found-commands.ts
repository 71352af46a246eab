import { isAllowed } from '@portico/contract/menu.ts'
import type { Micros } from '@portico/contract/money.ts'
import { orderPath } from '@portico/contract/payments.ts'
import type { Found } from '@portico/contract/search.ts'
import type { User } from '@portico/contract/user.ts'
import type { Translator } from '#i18n/i18n.tsx'
import { findByWords } from '#lib/find-by-words.ts'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { DOCUMENT_WORDS } from '#money/document-words.ts'
import type { Command } from './command.ts'
import { SEARCH_WORDS } from './search-words.ts'

export interface Formats extends Pick<Translator, 't'> {
  money: (micros: Micros) => string
  day: (at: string) => string
}

/** Commands that open what the server found, with a note that distinguishes two of the same name. */
export function foundCommands(found: Found[], { modules }: Pick<User, 'modules'>, formats: Formats): Command[] {
  return found.flatMap((one) => {
    const commands = one.kind === 'request' ? openCall(one, formats) : [openOther(one, formats)]
    return commands
      .filter(({ to }) => isAllowed(to.replace(/[?#].*/, ''), modules))
      .map(({ to, ...command }) => ({ ...command, isDeep: true, run: () => navigate(to) }))
  })
}

type Opening = Omit<Command, 'run'> & { to: string }

/** The drawers of a call: in Usage, and in Errors where it failed. */
function openCall({ id, path, status_code, status_class, at }: Of<'request'>, { t, day }: Formats): Opening[] {
  const what = `${path.replace(/^\/v\d+\//, '')} · ${status_code}`
  const usage: Opening = {
    id: `usage-${id}`,
    group: 'calls',
    icon: 'chart',
    label: `${t('Usage')} › ${what}`,
    note: day(at),
    to: `${paths.apiDetailOf.replace(':api', 'unified-overview')}?call=${id}`,
  }
  if (status_class === 'ok' || status_class === 'queued') return [usage]
  const to = `${paths.apiErrors}?error=${id}`
  return [usage, { ...usage, id: `error-${id}`, icon: 'alert', label: `${t('Errors')} › ${what}`, to }]
}

function openOther(one: Exclude<Found, Of<'request'>>, { t, money, day }: Formats): Opening {
  switch (one.kind) {
    case 'document':
      return {
        id: `document-${one.id}`,
        group: 'billing',
        icon: 'book',
        label: `${t(DOCUMENT_WORDS[one.document])} ${one.number}`,
        note: `${money(one.total_micros)} · ${day(one.at)}`,
        words: SEARCH_WORDS.invoices,
        to: orderPath(one.order_id),
      }
    case 'payment':
      return {
        id: `payment-${one.id}`,
        group: 'billing',
        icon: 'card',
        label: `${t('Payment')} ${one.reference}`,
        note: [money(one.total_micros), one.method_label, day(one.at)].filter(Boolean).join(' · '),
        words: `${one.method_label} ${SEARCH_WORDS.payments}`,
        to: orderPath(one.id),
      }
    case 'agent':
      return {
        id: `agent-${one.id}`,
        group: 'team',
        icon: 'bolt',
        label: one.name,
        note: t('Agent login'),
        words: SEARCH_WORDS.agents,
        to: `${paths.apiAccess}#agents`,
      }
    case 'key':
      return {
        id: `key-${one.id}`,
        group: 'team',
        icon: 'key',
        label: one.name,
        note: t('API key'),
        words: SEARCH_WORDS.apiKeys,
        to: `${paths.apiAccess}#keys`,
      }
    case 'member':
      return {
        id: `member-${one.id}`,
        group: 'team',
        icon: 'user',
        label: one.name || one.email,
        note: one.email,
        words: `${one.email} ${SEARCH_WORDS.team}`,
        to: `${paths.apiAccess}#team`,
      }
  }
}

type Of<K extends Found['kind']> = Extract<Found, { kind: K }>

/** The server has matched every word with a digit; the other words have to describe the thing, in any language. */
export function describedBy(commands: Command[], typed: string): Command[] {
  const words = typed.split(/\s+/).filter((word) => word !== '' && !/\d/.test(word))
  return findByWords(commands, words.join(' '))
}
