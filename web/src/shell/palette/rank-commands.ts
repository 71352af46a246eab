import { findByWords } from '#lib/find-by-words.ts'
import type { Command, CommandGroup } from './command.ts'
import { describedBy } from './found-commands.ts'
import { chosenFirst } from './palette-uses.ts'

const GROUPS: CommandGroup[] = ['calls', 'billing', 'screens', 'codes', 'endpoints', 'logins', 'team', 'actions']

/** One character matches most of them; one more word finds the right one. */
const MOST_ENDPOINTS = 20
const MOST_USED = 5
/** Shorter ones, such as `2fa`, are words. */
const SHORTEST_NUMBER = 4

export interface RankedGroup {
  id: CommandGroup | 'used'
  commands: Command[]
}

/** What is offered for a text: the best match first, and among equal ones what was chosen most. */
export function rankCommands(
  known: Command[],
  found: Command[],
  typed: string,
  uses: Record<string, number>,
): RankedGroup[] {
  if (typed.trim() === '') return untyped(known, uses)
  const own = findByWords(chosenFirst(known, uses), typed)
  const named = describedBy(found, typed)
  // A number or an id is typed for the one thing that has it; a name may also be that of a screen.
  const all = hasNumber(typed) ? [...named, ...own] : [...own, ...named]
  // What can be opened here precedes a page of the documentation.
  const best = (all.find(({ isExternal }) => !isExternal) ?? all[0])?.group
  return (best ? [best, ...GROUPS.filter((group) => group !== best)] : GROUPS).map((group) => ({
    id: group,
    commands:
      group === 'endpoints'
        ? calledFirst(all, typed).slice(0, MOST_ENDPOINTS)
        : all.filter((command) => command.group === group),
  }))
}

/** Functions with the typed words in their names: those the login calls come first, wherever the words are in the name. */
function calledFirst(all: Command[], typed: string): Command[] {
  const words = typed.toLocaleLowerCase().split(/\s+/)
  const rank = ({ label, usedRank }: Command) =>
    usedRank !== undefined && words.every((word) => label.toLocaleLowerCase().includes(word))
      ? usedRank
      : Number.MAX_SAFE_INTEGER
  return all.filter(({ group }) => group === 'endpoints').toSorted((a, b) => rank(a) - rank(b))
}

function hasNumber(typed: string): boolean {
  return typed.split(/\s+/).some((word) => word.length >= SHORTEST_NUMBER && /\d/.test(word))
}

/** Before anything is typed: what was chosen most since the page was opened, then the screens and actions. */
function untyped(known: Command[], uses: Record<string, number>): RankedGroup[] {
  const used = chosenFirst(
    known.filter(({ id }) => (uses[id] ?? 0) > 0),
    uses,
  ).slice(0, MOST_USED)
  const rest = known.filter((command) => !command.isDeep && !used.includes(command))
  return [
    { id: 'used', commands: used },
    ...GROUPS.map((group) => ({ id: group, commands: rest.filter((command) => command.group === group) })),
  ]
}
