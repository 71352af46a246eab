import type { Dice } from './dice.ts'

// Made-up words only: nothing here is a company, a product or a person.
// biome-ignore format: a list of words reads better as lines
const FIRST = [
  'bright', 'quill', 'amber', 'north', 'cedar', 'silver', 'river', 'stone', 'maple', 'lumen', 'clear', 'hollow',
  'copper', 'meadow', 'harbor', 'velvet', 'summit', 'willow', 'ember', 'juniper', 'cobalt', 'fern', 'granite', 'lark',
] as const
// biome-ignore format: a list of words reads better as lines
const SECOND = [
  'harbor', 'stone', 'field', 'works', 'lane', 'craft', 'nest', 'ridge', 'grove', 'point', 'mill', 'loom', 'yard',
  'forge', 'bay', 'haven', 'trail', 'brook', 'gate', 'hearth', 'press', 'pine', 'cove', 'vale',
] as const
const ENDINGS = ['example', 'example', 'example', 'test'] as const
const ANIMALS = ['heron', 'otter', 'finch', 'badger', 'marten', 'swift', 'lynx', 'plover', 'newt', 'hare'] as const
const MANNERS = ['quiet', 'early', 'patient', 'merry', 'plain', 'brisk', 'gentle', 'curious', 'steady', 'late'] as const
const SECTIONS = ['guides', 'blog', 'shop', 'news', 'reviews', 'help', 'catalogue', 'stories'] as const
// biome-ignore format: a list of sentences reads better as lines
const OPINIONS = [
  'does what it promises', 'arrived a day early', 'was easier to set up than expected', 'could be a little quieter',
  'feels solid after months of use', 'has clear instructions', 'took two tries to get right', 'is worth its price',
] as const
// biome-ignore format: a list of sentences reads better as lines
const STATEMENTS = [
  'Measure first and decide afterwards', 'Small differences show only after weeks', 'Most people need less than they think',
  'A short list beats a long one', 'What matters is how often it is used', 'Prices vary more than quality does',
  'Good support saves more time than any feature', 'Ask someone who has had one for a year',
] as const

export function domainName(dice: Dice): string {
  return `${dice.pick(FIRST)}${dice.pick(SECOND)}.${dice.pick(ENDINGS)}`
}

export function businessName(dice: Dice): string {
  return `${capital(dice.pick(FIRST))} ${capital(dice.pick(SECOND))}`
}

/** A nickname, never a person's name. */
export function nickName(dice: Dice): string {
  return `${dice.pick(MANNERS)}_${dice.pick(ANIMALS)}_${dice.whole(10, 99)}`
}

export function pagePath(dice: Dice, topic: string): string {
  return `/${dice.pick(SECTIONS)}/${slug(topic)}-${dice.whole(2, 99)}`
}

export function opinion(dice: Dice): string {
  return dice.pick(OPINIONS)
}

export function statement(dice: Dice): string {
  return dice.pick(STATEMENTS)
}

/** A short paragraph about its topic without repeated sentences. */
export function paragraph(dice: Dice, topic: string): string {
  const from = dice.whole(0, STATEMENTS.length - 1)
  const [first = '', ...rest] = [0, 3, 6].map((step) => STATEMENTS[(from + step) % STATEMENTS.length] ?? '')
  return `${capital(topic)}: ${first.toLowerCase()}. ${rest.join('. ')}.`
}

export function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'page'
  )
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
