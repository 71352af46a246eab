import type { Language } from '@portico/contract/language.ts'
import { escapeHtml } from '#http/document.ts'
import type { Translate } from '#i18n/translate.ts'
import { accentOf } from './accent.ts'
import type { MailBrand } from './brand.ts'
import type { Foot, MailContent, MailLink } from './mail-template.ts'

const FONT = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"
const TEXT = `${FONT};font-size:16px;line-height:24px;color:#14171d`
const SOFT = `${FONT};font-size:13px;line-height:20px;color:#474e5b`
const SMALL = `${FONT};font-size:12px;line-height:18px;color:#636a78`

/** Light unless the reader's machine is dark; then the button may need another shade of the brand's colour. */
const styleOf = ({
  fill,
  text,
}: {
  fill: string
  text: string
}) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0d0f13!important}
.card{background:#14171c!important;border-color:#242931!important}
.well{background:#1b1f26!important}
.text{color:#eceef2!important}
.soft{color:#b1b8c4!important}
.small{color:#8f97a6!important}
.button{background:${fill}!important}
.button a{color:${text}!important}
.plate{padding:6px 10px!important;background:#ffffff!important;border-radius:8px}
}`

interface Drawing {
  language: Language
  brand: MailBrand
  t: Translate
  foot: Foot
}

/** Tables and inline styles, because that is what mail programs read; light unless the reader's machine is dark. */
export function drawHtml(mail: MailContent, { language, brand, t, foot }: Drawing): string {
  const { subject, name, lead, code, action, after } = mail
  const rows = [
    paragraph(name ? t('Hello {name},', { name }) : t('Hello,')),
    ...lead.map(paragraph),
    code && codeRow(code),
    action && buttonRow(action, brand.accent),
    ...after.map((part) => (typeof part === 'string' ? paragraph(part) : linkRow(part))),
  ]
  const isPage = action?.url.startsWith('http')
  const below = [
    action &&
      isPage &&
      smallRow(
        `${escapeHtml(t('If the button does not work, open this address in your browser:'))}<br>${anchor({ label: action.url, url: action.url }, 'small', `${SMALL};word-break:break-all`)}`,
      ),
    footRow(t, foot),
    foot.imprint.length > 0 && smallRow(foot.imprint.map(escapeHtml).join('<br>')),
  ]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styleOf(accentOf(brand.accent).dark)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f8fa">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f7f8fa"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="text" style="padding:0 0 16px;${TEXT};font-size:20px;font-weight:600">${logoOf(brand)}</td></tr>
<tr><td class="card" style="padding:24px 32px;background:#ffffff;border:1px solid #e3e6eb;border-radius:12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${rows.filter((row) => row).join('\n')}
</table>
</td></tr>
${below.filter((row) => row).join('\n')}
</table>
</td></tr></table>
</body>
</html>
`
}

function paragraph(text: string): string {
  return `<tr><td class="text" style="padding:8px 0;${TEXT}">${escapeHtml(text)}</td></tr>`
}

function codeRow(code: string): string {
  return `<tr><td style="padding:8px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="well text" style="padding:12px 20px;background:#f1f3f6;border-radius:8px;${MONO};font-size:28px;line-height:36px;letter-spacing:4px;color:#14171d">${escapeHtml(code)}</td></tr></table></td></tr>`
}

function buttonRow({ label, url }: MailLink, accent: string | null): string {
  const { fill, text } = accentOf(accent)
  return `<tr><td style="padding:16px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" bgcolor="${fill}" style="background:${fill};border-radius:8px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${text};text-decoration:none">${escapeHtml(label)}</a></td></tr></table></td></tr>`
}

function linkRow(link: MailLink): string {
  return `<tr><td class="text" style="padding:8px 0;${TEXT}">${anchor(link, 'text', TEXT)}</td></tr>`
}

/** The reason for the mail, a contact, and what can be turned off. */
function footRow(t: Translate, { reason, support, preferences }: Foot): string {
  const lines = [
    escapeHtml(reason),
    support && `${escapeHtml(t('Questions?'))} ${anchor(support, 'soft', SOFT)}`,
    preferences && anchor(preferences, 'soft', SOFT),
  ]
  return `<tr><td class="soft" style="padding:16px 0 0;${SOFT}">${lines.filter((line) => line).join('<br>')}</td></tr>`
}

function smallRow(html: string): string {
  return `<tr><td class="small" style="padding:16px 0 0;${SMALL}">${html}</td></tr>`
}

/** A program that loads no pictures shows the name. On dark the logo has a white background: it was drawn for paper. */
function logoOf({ title, logo_url }: MailBrand): string {
  if (!logo_url) return escapeHtml(title)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="plate" style="${TEXT};font-size:20px;font-weight:600"><img src="${escapeHtml(logo_url)}" alt="${escapeHtml(title)}" height="32" style="display:block;height:32px;max-width:200px;border:0;color:#14171d"></td></tr></table>`
}

/** In the colour of the text around it: a brand's own may not be readable on white or on black. */
function anchor({ label, url }: MailLink, tone: 'text' | 'soft' | 'small', style: string): string {
  return `<a class="${tone}" href="${escapeHtml(url)}" style="${style};text-decoration:underline">${escapeHtml(label)}</a>`
}
