/**
 * Where an amount turns quiet: behind the cents, so that the eye takes in what counts. Of an amount below a cent it is the
 * digits behind that count, and only the noughts at the end are quiet. Where a language writes the currency behind, it stays loud.
 */
export function splitMoney(text: string): { main: string; rest: string; sign: string } {
  const isBelowCent = /^\D*0[.,]00\d*[1-9]/.test(text)
  const pattern = isBelowCent ? /^(.*[1-9])(0*)(\D*)$/ : /^(.*\d[.,]\d\d)(\d+)(\D*)$/
  const [, main = text, rest = '', sign = ''] = pattern.exec(text) ?? []
  return { main, rest, sign }
}
