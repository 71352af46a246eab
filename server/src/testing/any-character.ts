import fc from 'fast-check'

const SURROGATES = 0xd800
const AFTER = 0xe000
const GAP = AFTER - SURROGATES

/**
 * Any character, for `fc.string({ unit })`: the same as the unit 'binary', which lists all 1.1 million of them anew for
 * each process and takes three seconds for that.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - GAP }).map(
  (n) => String.fromCodePoint(n < SURROGATES ? n : n + GAP),
  (text) => {
    const code = typeof text === 'string' && text.isWellFormed() ? text.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('the text is not one character')
    return code < SURROGATES ? code : code - GAP
  },
)
