type Made<Format> = (language: string) => Format

/**
 * How numbers, or moments, are written in a language. Making a format costs a hundred times what using it does, and the
 * first of all far more: one a language, made when something is to be written.
 */
export function numbers(options?: Intl.NumberFormatOptions): Made<Intl.NumberFormat> {
  return oncePerLanguage((language) => new Intl.NumberFormat(language, options))
}

export function moments(options: Intl.DateTimeFormatOptions): Made<Intl.DateTimeFormat> {
  return oncePerLanguage((language) => new Intl.DateTimeFormat(language, options))
}

function oncePerLanguage<Format>(make: Made<Format>): Made<Format> {
  const made = new Map<string, Format>()
  return (language) => {
    const format = made.get(language) ?? make(language)
    made.set(language, format)
    return format
  }
}
