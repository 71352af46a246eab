import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Boot, boot as bootSchema } from '@portico/contract/boot.ts'
import { criticalCss } from './critical-css.ts'
import { type Extras, pageCsp } from './headers.ts'
import type { WebBuild } from './web-build.ts'

/** Chooses the theme; 'system' is the browser's own preference. */
export const THEME_SCRIPT =
  "const b=document.body,t=b.dataset.theme;b.className=t==='dark'||t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'"

/** In the browser's own colours: without a script no theme is chosen. */
const NO_SCRIPT_STYLE =
  '#no-script,#lost{margin:0;padding:16px 24px;border-bottom:2px solid;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif;text-align:center}'

/** Shows the line when a script of the page fails to load, or is still missing after this long. A page that lives removes the line. */
const LOST_SCRIPT =
  "const l=()=>{const p=document.getElementById('lost');if(p)p.hidden=false};addEventListener('error',e=>{const t=e.target;t.tagName==='SCRIPT'&&t.type==='module'&&l()},true);setTimeout(l,2e4)"

export interface Page {
  /** The paintable part, then the scripts: sent one after the other, the first is shown while the second loads. */
  parts: [string, string]
  csp: string
  is_missing: boolean
}

/** The whole page in one answer: brand, theme, boot data and, on public routes, the finished markup. */
export async function drawDocument(build: WebBuild, url: string, given: Boot, extras: Extras): Promise<Page> {
  const nonce = randomBytes(16).toString('base64')
  const boot = bootSchema.parse(given)
  const drawn = await looksOf(build, url, boot)
  const { scripts, styles, title, description, no_script, not_started, is_look = false, is_missing = false } = drawn
  const { body, css, firstCss } = drawn
  const { brand } = boot
  const style = (text: string) => `<style nonce="${nonce}">${text}</style>`
  const themeScript = `<script nonce="${nonce}">${THEME_SCRIPT}</script>`
  const isInline = !boot.user
  const first = `<!doctype html>
<html lang="${boot.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" nonce="${nonce}">
<title>${escapeHtml(title)}</title>
${description ? `<meta name="description" content="${escapeHtml(description)}">` : ''}
<link rel="icon" href="${escapeHtml(brand.favicon_url ?? (brand.wl_id === 0 ? '/assets/favicon.svg' : '/brand-icon.svg'))}">
<link rel="manifest" href="/manifest.webmanifest">
${body ? style(firstCss) : isInline ? style(css) : styles.map(styleLink).join('\n')}
${brandStyle(boot, nonce)}
${not_started ? `${style(NO_SCRIPT_STYLE)}\n<script nonce="${nonce}">${LOST_SCRIPT}</script>` : ''}
</head>
<body data-theme="${boot.theme_view}"${body ? ` class="${boot.theme_view}"` : ''}>
${body ? '' : themeScript}
${no_script ? `<noscript><p id="no-script">${escapeHtml(no_script)}</p></noscript>` : ''}
${not_started ? `<p id="lost" role="alert" hidden>${escapeHtml(not_started.text)} <a href="">${escapeHtml(not_started.again)}</a></p>` : ''}
<div id="root"${is_look ? ' data-look' : ''}>${body}</div>
`
  const rest = `${body ? `${themeScript}\n${isInline ? style(css) : styles.map(styleLink).join('\n')}` : ''}
${isInline ? styles.map(knownStyle).join('\n') : ''}
${scripts.map((href) => `<link rel="modulepreload" nonce="${nonce}" href="${href}">`).join('\n')}
${boot.offline ? '' : preloadMessages(build, boot)}
<script type="application/json" id="boot">${escapeJson(boot)}</script>
<script type="module" nonce="${nonce}" src="${build.entry}"></script>
</body>
</html>
`
  const images = [brand.logo_url, brand.favicon_url]
    .filter((url) => url?.startsWith('https://'))
    .map((url) => new URL(url ?? '').origin)
  const frame = [...framesOf(boot), ...extras.frame]
  return { parts: [first, rest], csp: pageCsp(nonce, [...new Set(images)], { ...extras, frame }), is_missing }
}

const stored = new WeakMap<WebBuild, Map<string, ReturnType<typeof look>>>()
/** Seven pages in five languages and three themes, for several brands. */
const CACHED_MAX = 1_000

/** Drawing takes ten times as long as all the rest of a page: pages of visitors are drawn once, for any query. */
function looksOf(build: WebBuild, url: string, boot: Boot) {
  if (boot.user) return look(build, url, boot)
  const looks = stored.get(build) ?? new Map<string, ReturnType<typeof look>>()
  stored.set(build, looks)
  // No drawn page shows the e-mail of a link; as part of the key every visitor would have a page of their own.
  const shown = { ...boot, staged_email: boot.staged_email !== null }
  const key = `${build.templateOf(url, boot)} ${JSON.stringify(shown)}`
  const known = looks.get(key)
  if (known) return known
  const [oldest] = looks.keys()
  if (looks.size >= CACHED_MAX && oldest !== undefined) looks.delete(oldest)
  const drawing = look(build, url, boot)
  looks.set(key, drawing)
  drawing.catch(() => looks.delete(key))
  return drawing
}

async function look(build: WebBuild, url: string, boot: Boot) {
  const { sources, html: body, ...about } = await build.draw(url, boot)
  const { scripts, styles } = build.filesOf(sources)
  const css = styles.map((href) => build.styleText(href)).join('')
  return { ...about, scripts, styles, body, css, firstCss: body ? criticalCss(css, body, boot.theme_view) : '' }
}

export function streamOf({ parts }: Page): Readable {
  return Readable.from(apart(parts))
}

/** In separate turns: written in one go they would also be read in one. */
async function* apart(parts: string[]): AsyncGenerator<string> {
  for (const part of parts) {
    yield part
    await nextTurn()
  }
}

/** Third-party scripts run in frames, so a page needs only their frame origins. */
function framesOf({ scripts: { parties, frame_origin } }: Boot): string[] {
  return parties.length > 0 ? [frame_origin ?? "'self'"] : []
}

/** The language of the stored document is known only when it is shown. */
function preloadMessages({ messages }: WebBuild, { language }: Boot): string {
  return `<link rel="preload" as="fetch" crossorigin href="/assets/i18n/${language}.json?${messages[language]}">`
}

function styleLink(href: string): string {
  return `<link rel="stylesheet" href="${href}">`
}

/**
 * A first visitor has no file of ours yet, so the style is in the page; the file's name is given for look-ups, and no
 * browser fetches it.
 */
function knownStyle(href: string): string {
  return `<link rel="stylesheet" type="text/plain" href="${href}">`
}

/** Only values of a strict shape reach a style sheet. */
function brandStyle({ brand }: Boot, nonce: string): string {
  const accent = brand.accent && /^#[0-9a-f]{6}$/i.test(brand.accent) ? `--brand-accent:${brand.accent};` : ''
  const radius = brand.radius !== null ? `--brand-radius:${Math.min(16, Math.max(0, Math.trunc(brand.radius)))}px;` : ''
  return accent || radius ? `<style nonce="${nonce}">html{${accent}${radius}}</style>` : ''
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** JSON inside HTML: nothing in it may close the element or start a comment. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
