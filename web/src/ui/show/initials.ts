/**
 * The initials of the first and the last word: 'Ada King Lovelace' is 'AL'. An e-mail address gives its first
 * character.
 */
export function initialsOf(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1)
  return picked.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('') || '?'
}

/** An accessible name that holds the visible initials, for a button that shows an avatar. */
export function avatarLabel(name: string, label: string): string {
  return `${initialsOf(name)} ${name}, ${label}`
}
