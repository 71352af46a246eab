const OUR_ACCENT = '#2d5fd3'
const DARK_TEXT = '#14171d'

/** The brand's colour and the text that can be read on it; anything but a plain colour never reaches a style. */
export function accentOf(accent: string | null): { fill: string; text: string } {
  const fill = accent && /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : OUR_ACCENT
  const brightness = luminance(fill)
  const on_white = 1.05 / (brightness + 0.05)
  const on_dark = (brightness + 0.05) / (luminance(DARK_TEXT) + 0.05)
  return { fill, text: on_white >= on_dark ? '#ffffff' : DARK_TEXT }
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const channel = (start: number) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
