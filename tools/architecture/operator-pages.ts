/** What a page of the operator may quote. */
export interface Runnable {
  commands: { name: string; options: Record<string, unknown> }[]
  /** Names after `npm run … --`, by script; an empty set takes anything. */
  scripts: Record<string, ReadonlySet<string>>
  settings: ReadonlySet<string>
}

const COMMON = ['json', 'help', 'yes']
const code = /```(?:\w*)\n([\s\S]*?)```|`([^`\n]+)`/g
const fromPortico = /(?:^(?:[A-Z_]+=\S+ )?|bin\/)portico ([a-z][^#\n|]*)/gm
const fromNpm = /npm run(?: -s)? ([\w:]+)(?: -- ([\w-]+))?/g

/** Commands, options, scripts and settings that a page quotes and that do not exist. */
export function checkQuoted(page: { path: string; text: string }, known: Runnable): string[] {
  const snippets = [...page.text.matchAll(code)].map(([, block, span]) => block ?? span ?? '')
  const wrong = snippets.flatMap((snippet) => [
    ...[...snippet.matchAll(fromPortico)].flatMap(([, typed = '']) => wrongInCommand(typed, known.commands)),
    ...[...snippet.matchAll(fromNpm)].flatMap(([whole, script = '', name]) => {
      const names = known.scripts[script]
      return names && (name === undefined || names.size === 0 || names.has(name)) ? [] : [whole]
    }),
    ...[...snippet.matchAll(/^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==|$)/g)].flatMap(([, name = '']) =>
      known.settings.has(name) ? [] : [name],
    ),
  ])
  return [...new Set(wrong)].map((one) => `${page.path} quotes ${one}, which does not exist`)
}

function wrongInCommand(typed: string, commands: Runnable['commands']): string[] {
  const words = typed.trim().split(/\s+/)
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((one) => commands.some((row) => row.name === one))
  const command = commands.find((row) => row.name === name)
  if (!command) return [`portico ${words.slice(0, 2).join(' ')}`]
  const options = [...typed.matchAll(/(?<=\s)--([a-z-]+)/g)].map(([, option = '']) => option)
  return options
    .filter((option) => !COMMON.includes(option) && !(option in command.options))
    .map((option) => `portico ${command.name} --${option}`)
}

/** The sections of a page, by heading, with their text. */
export function sectionsOf(text: string): Map<string, string> {
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end), section.slice(end).trim()]
      }),
  )
}
