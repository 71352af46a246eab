const LONGEST = 80
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BLANK = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/**
 * A name as a mail may show it. Whoever signs up or invites chooses it, and a stranger reads it under our sender: so it
 * stays on one line, has an end, reads in one direction, and nothing in it becomes a link.
 */
export function quietName(name: string): string {
  const line = name
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/:?\/\/+/g, ' ')
    .replace(/[.。．｡](?=\p{L}{2})/gu, ' ')
  return shortened(oneLine(line), LONGEST)
}

/** Text of our own people, such as a reason. */
export function plainText(text: string): string {
  return shortened(oneLine(text.replace(INVISIBLE, '')), 500)
}

function oneLine(text: string): string {
  return text.replace(BLANK, ' ').trim()
}

function shortened(text: string, longest: number): string {
  const signs = [...text]
  return signs.length > longest ? `${signs.slice(0, longest).join('').trimEnd()}…` : text
}
