const LONGEST = 80
/**
 * Characters that show nothing or turn the direction of reading: they hide a link from us and not from a mail program.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Characters that replace a dot in the name of a host, or look like one. The middle dot of Catalan is none of them. */
const DOT = /[.\u06d4\u0701\u0702\u2024\u3002\ua4f8\ua60e\ufe52\uff0e\uff61](?=\p{M}*\p{L}\p{M}*\p{L})/gu
const BLANK = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/**
 * A name as a mail may show it. The user who signs up or invites chooses it, and a stranger reads it under our sender:
 * so it stays on one line, has a maximum length, reads in one direction, and nothing in it becomes a link.
 */
export function sanitizeName(name: string): string {
  const line = name
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/:?\/\/+/g, ' ')
    .replace(DOT, ' ')
  return shortened(oneLine(line), LONGEST)
}

/** Text of our own staff, such as a reason. */
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
