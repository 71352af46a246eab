import { PASSWORD_MIN } from '@portico/contract/rules.ts'
import { WEAK_WORDS } from './weak-words.ts'

/** Bits of guessing from which a password is Good, and Strong. */
const GOOD_BITS = 30
const STRONG_BITS = 50

const WORD_BITS = 8
const KNOWN_BITS = 3
const YEAR_BITS = 7
const DATE_BITS = 14
const RUN_BITS = 4
/** Emoji and the like are not tried first by an attacker. */
const RARE_BITS = 8
/** No word or row is longer, and every key pressed asks again. */
const PART_MAX = 24

const ROWS = [
  'qwertyuiop asdfghjkl zxcvbnm qwertzuiopü asdfghjklöä yxcvbnm azertyuiop qsdfghjklm wxcvbn',
  'йцукенгшщзхъ фывапролджэ ячсмитьбю',
  '1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc4rfv5tgb6yhn7ujm 1qazxsw23edcvfr4 zaq12wsx 1234567890',
]
  .flatMap((rows) => rows.split(' '))
  .flatMap((row) => [row, [...row].reverse().join('')])

/** The difficulty of guessing a password for someone who tries common ones: 0 none, 1 Low, 2 Good, 3 Strong. */
export function passwordStrength(password: string, context: string[]): 0 | 1 | 2 | 3 {
  const text = password.trim().normalize('NFKC')
  if (text === '') return 0
  const bits = bitsOf(text, wordsIn(context))
  if ([...text].length < PASSWORD_MIN || bits < GOOD_BITS) return 1
  return bits < STRONG_BITS ? 2 : 3
}

function wordsIn(context: string[]): string[] {
  const words = context.flatMap((text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u),
  )
  return words.filter((word) => word.length >= 3)
}

function bitsOf(text: string, known: string[]): number {
  const [, unit] = /^(.+?)\1+$/u.exec(text) ?? []
  return unit ? bitsOf(unit, known) + Math.log2(text.length / unit.length) : cheapest(text, known)
}

/** The cheapest way to put the text together from what a guesser would try: the guesser finds it too. */
function cheapest(text: string, known: string[]): number {
  const chars = [...text]
  const each = charsBits(text)
  const best = [0]
  const until = (end: number) => best[end] ?? Number.POSITIVE_INFINITY
  for (let end = 1; end <= chars.length; end += 1) {
    const last = chars[end - 1] ?? ''
    best[end] = until(end - 1) + (isRare(last) ? RARE_BITS : each)
    for (let start = Math.max(0, end - PART_MAX); start < end - 2; start += 1) {
      const bits = until(start) + partBits(chars.slice(start, end).join(''), known)
      if (bits < until(end)) best[end] = bits
    }
  }
  return until(chars.length)
}

/** More kinds of signs make each of them harder to guess. */
function charsBits(text: string): number {
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text))
  return 2.5 + 0.8 * kinds.length
}

function isRare(sign: string): boolean {
  return !/[\p{L}\p{M}\p{N}]/u.test(sign) && (sign.codePointAt(0) ?? 0) > 0xff
}

function partBits(part: string, known: string[]): number {
  const small = part.toLowerCase()
  const plain = small.replace(/[@4013$57]/g, (sign) => PLAIN[sign] ?? sign)
  const extra = (part === small ? 0 : 1) + (plain === small ? 0 : 1)
  if (known.includes(small) || known.includes(plain)) return KNOWN_BITS + extra
  if (weak.has(small) || weak.has(plain)) return WORD_BITS + extra
  if (/^(19|20)\d\d$/.test(part)) return YEAR_BITS
  if (isDate(part)) return DATE_BITS
  if (isRun(small)) return RUN_BITS + extra + Math.log2(part.length)
  return Number.POSITIVE_INFINITY
}

const weak = new Set(WEAK_WORDS)
const PLAIN: Record<string, string> = { '@': 'a', '4': 'a', '0': 'o', '1': 'i', '3': 'e', $: 's', '5': 's', '7': 't' }

const DAY = '(0?[1-9]|[12]\\d|3[01])'
const MONTH = '(0?[1-9]|1[0-2])'
const YEAR = '((19|20)?\\d\\d)'
const DATES = [`${DAY}S${MONTH}S${YEAR}`, `${MONTH}S${DAY}S${YEAR}`, `${YEAR}S${MONTH}S${DAY}`].map(
  (order) => new RegExp(`^${order.replaceAll('S', '[./ -]?')}$`),
)

function isDate(part: string): boolean {
  return part.length >= 6 && DATES.some((order) => order.test(part))
}

/** aaaa, abcd, 9876, or a piece of a row of keys. */
function isRun(part: string): boolean {
  if (part.length >= 4 && ROWS.some((row) => row.includes(part))) return true
  const codes = [...part].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  const [step = 2] = steps
  return Math.abs(step) <= 1 && steps.every((one) => one === step)
}
