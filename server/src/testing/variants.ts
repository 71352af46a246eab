// Variants of one test: another language, size, role, brand or service, or a sample and the whole.

type Options = { tags: 'long'[] }

/** Each row with the options of its test: the first is in `npm test`, the others are in `npm run prove -- long`. */
export function variants<const T>(rows: readonly T[]): [T, Options][] {
  return rows.map((row, at) => [row, { tags: at === 0 ? [] : ['long'] }])
}
