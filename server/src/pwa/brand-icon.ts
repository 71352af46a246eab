import type { Brand } from '@portico/contract/whitelabel.ts'
import { escapeHtml } from '#http/document.ts'

const ACCENT = '#2d5fd3'

/** Only a value of a strict shape reaches a style or a picture. */
export function accentOf({ accent }: Pick<Brand, 'accent'>): string {
  return accent && /^#[0-9a-f]{6}$/i.test(accent) ? accent : ACCENT
}

/** The initial of a brand on its own colour. It fills the square, so that a system may cut any shape out of it. */
export function drawIcon(brand: Pick<Brand, 'accent' | 'title'>): string {
  const char = escapeHtml((Array.from(brand.title.trim())[0] ?? '').toLocaleUpperCase())
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${accentOf(brand)}"/><text x="256" y="256" fill="${inkOn(accentOf(brand))}" font-family="system-ui, sans-serif" font-size="260" font-weight="600" text-anchor="middle" dominant-baseline="central">${char}</text></svg>`
}

/** Black or white, whichever is more readable on this colour. */
function inkOn(accent: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(accent.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return light > 0.179 ? '#000000' : '#ffffff'
}
