/** Codes that begin with the number typed, or whose words hold every word typed. */
export function findCodes<Code extends number>(all: { code: Code; words: string[] }[], wanted: string): Code[] {
  const words = wanted.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ code, words: own }: { code: Code; words: string[] }) => {
    const text = own.join(' ').toLocaleLowerCase()
    return words.every((word) => String(code).startsWith(word) || text.includes(word))
  }
  return all.filter(matches).map(({ code }) => code)
}
