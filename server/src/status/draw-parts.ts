import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@portico/contract/language.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import { escapeHtml } from '#http/document.ts'
import { textsIn } from '#i18n/translate.ts'
import { drawIcon } from '#pwa/index.ts'
import { STYLE } from './page-style.ts'

/** How a page is drawn for one reader. The brand is unknown where it was never read and the database does not answer. */
export interface Look {
  brand: Brand | undefined
  language: Language
  theme: 'light' | 'dark' | undefined
}

/** The frame of every status page. */
export function drawFrame({ brand, language, theme }: Look, title: string, main: string, is_listed = false): string {
  const t = textsIn(language)
  const name = brand?.title ?? ''
  const color = theme ? ` class="${theme}"` : ''
  const logo = brand?.logo_url
    ? `<img src="${escapeHtml(brand.logo_url)}" alt="${escapeHtml(name)}">`
    : `${brand ? drawIcon(brand) : ''}<span>${escapeHtml(name)}</span>`
  return `<!doctype html>
<html lang="${language}"${color}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${is_listed ? `<meta name="description" content="${escapeHtml(t('Whether the APIs of {brand} work right now, and how they worked in the last 90 days.', { brand: name }))}">` : '<meta name="robots" content="noindex">'}
<title>${escapeHtml(title)}</title>
${brand ? `<link rel="icon" href="${escapeHtml(brand.favicon_url ?? (brand.wl_id === 0 ? '/assets/favicon.svg' : '/brand-icon.svg'))}">` : ''}
<link rel="alternate" type="application/atom+xml" title="${escapeHtml(t('{brand} status', { brand: name }))}" href="/status.atom?language=${language}">
<style>${STYLE}</style>
</head>
<body>
<header>${brand ? `<a href="/">${logo}</a>` : ''}</header>
<main>
${main}
</main>
<footer>
<a href="/status.atom?language=${language}">${escapeHtml(t('Atom feed'))}</a>
<nav aria-label="${escapeHtml(t('Language'))}"><ul>${LANGUAGES.map((one) => languageItem(one, language)).join('')}</ul></nav>
</footer>
</body>
</html>
`
}

function languageItem(one: Language, shown: Language): string {
  const name = one === shown ? `<span aria-current="true">${LANGUAGE_NAMES[one]}</span>` : linkTo(one)
  return `<li>${name}</li>`
}

function linkTo(language: Language): string {
  return `<a href="/status?language=${language}" hreflang="${language}" lang="${language}">${LANGUAGE_NAMES[language]}</a>`
}

/** A page with one message and at most one button. */
export function drawMessage(
  look: Look,
  { title, text, button }: { title: string; text: string; button?: string | undefined },
): string {
  const t = textsIn(look.language)
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  const back = `<p class="soft"><a href="/status">${escapeHtml(t('Back to the status page'))}</a></p>`
  const main = `<div class="card"><h1>${escapeHtml(title)}</h1><p class="text">${escapeHtml(text)}</p>${form}</div>\n${back}`
  return drawFrame(look, title, main)
}
