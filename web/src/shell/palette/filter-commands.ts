export interface Findable {
  label: string
  /** Further words one may look for it by. */
  words?: string
}

/** What fits the words typed, the best first: the label begins with them, one of its words does, it holds them. Ties keep their order. */
export function filterCommands<C extends Findable>(commands: C[], typed: string): C[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return commands
  return commands
    .map((command) => ({ command, cost: costOf(command, wanted) }))
    .filter((one): one is { command: C; cost: number } => one.cost !== undefined)
    .sort((a, b) => a.cost - b.cost)
    .map(({ command }) => command)
}

/** Every word has to be found; each costs by how far from the beginning it stands. */
function costOf({ label, words = '' }: Findable, wanted: string[]): number | undefined {
  const [name, more] = [plain(label), plain(words)]
  let cost = 0
  for (const word of wanted) {
    if (name.startsWith(word)) cost += 0
    else if (beginsAWord(name, word)) cost += 1
    else if (name.includes(word)) cost += 2
    else if (beginsAWord(more, word)) cost += 3
    // An address or an id is looked for as it stands.
    else if (/[/-]/.test(word) && more.includes(word)) cost += 4
    else return undefined
  }
  return cost
}

function beginsAWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}@.]+/u).some((part) => part.startsWith(word))
}

/** Capitals and accents make no difference to who is looking for something. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
