type Made<Format> = (language: string) => Format

/**
 * Number and time formats of a language. Creating a format costs a hundred times more than using it, and the first far
 * more: there is one per language, created on first use.
 */
export function numbers(options?: Intl.NumberFormatOptions): Made<Intl.NumberFormat> {
  return once((language) => new Intl.NumberFormat(language, options))
}

/** The zone is always named: without it a time would be written in the browser's zone instead of the profile's. */
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
