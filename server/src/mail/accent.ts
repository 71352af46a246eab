const OUR_ACCENT = '#2d5fd3'
const DARK_TEXT = '#14171d'
/** The card of a mail in dark mode. */
const DARK_CARD = '#14171c'
/** Minimum contrast of a shape and its surroundings, by WCAG. */
const SHAPE_CONTRAST = 3

interface Button {
  fill: string
  text: string
}

/** The brand's colour and readable text on it, light and dark; anything but a plain colour never reaches a style. */
export function accentOf(accent: string | null): Button & { dark: Button } {
  const fill = accent && /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : OUR_ACCENT
  const dark = lightened(fill)
  return { fill, text: textOn(fill), dark: { fill: dark, text: textOn(dark) } }
}

function textOn(fill: string): string {
  return contrast(fill, '#ffffff') >= contrast(fill, DARK_TEXT) ? '#ffffff' : DARK_TEXT
}

/** Lightens as little as needed to be seen on the dark card. */
function lightened(fill: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = withWhite(fill, share)
    if (contrast(mixed, DARK_CARD) >= SHAPE_CONTRAST) return mixed
  }
  return '#ffffff'
}

function withWhite(hex: string, share: number): string {
  const channel = (start: number) => {
    const own = Number.parseInt(hex.slice(start, start + 2), 16)
    return Math.round(own + (255 - own) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const channel = (start: number) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
