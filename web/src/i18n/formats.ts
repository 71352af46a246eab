type Made<Format> = (language: string) => Format

/**
 * How numbers, or moments, are written in a language. Making a format costs a hundred times what using it does, and the
 * first of all far more: one a language, made when something is to be written.
 */
export function numbers(options?: Intl.NumberFormatOptions): Made<Intl.NumberFormat> {
  return once((language) => new Intl.NumberFormat(language, options))
}

/** Of a zone, always named: without it a moment would be written in the browser's, whatever the profile says. */
export function moments(options: Intl.DateTimeFormatOptions): (language: string, zone: string) => Intl.DateTimeFormat {
  const made = once((key) => {
    const [language, timeZone] = key.split(' ')
    return new Intl.DateTimeFormat(language, { ...options, timeZone })
  })
  return (language, zone) => made(`${language} ${zone}`)
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** One format a key, made when something is to be written with it. */
export function once<Format>(make: (key: string) => Format): (key: string) => Format {
  const made = new Map<string, Format>()
  return (key) => {
    const format = made.get(key) ?? make(key)
    made.set(key, format)
    return format
  }
}
