/** The part of a typed or pasted text that belongs to a code: '123-456' and ' 123 456 ' are both 123456. */
export function tidyCode(text: string, length: number, kind: 'digits' | 'letters'): string {
  const marks = kind === 'digits' ? /\D/g : /[^\p{L}\p{N}]/gu
  return text.replaceAll(marks, '').toUpperCase().slice(0, length)
}
