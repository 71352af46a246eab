/**
 * Splits an amount into its bright and dimmed part: the digits after the cents are dimmed, so that the eye takes in
 * what counts. Below a cent those digits count, and only the zeros at the end are dimmed. Where a language writes the
 * currency at the end, it stays bright.
 */
export function splitMoney(text: string): { main: string; rest: string; sign: string } {
  const isBelowCent = /^\D*0[.,]00\d*[1-9]/.test(text)
  const pattern = isBelowCent ? /^(.*[1-9])(0*)(\D*)$/ : /^(.*\d[.,]\d\d)(\d+)(\D*)$/
  const [, main = text, rest = '', sign = ''] = pattern.exec(text) ?? []
  return { main, rest, sign }
}
