import { textsIn } from '#i18n/translate.ts'
import { formatsFor, headingOf, writtenFor } from './language.ts'
import type { Reader, StatusView } from './view.ts'
import { UPDATES } from './words.ts'

interface Entry {
  id: string
  title: string
  text: string
  at: Date
}

/** Incidents and maintenance as an Atom feed (RFC 4287), newest first. */
export function drawFeed({ site, sites, language }: Reader, view: StatusView): string {
  const t = textsIn(language)
  const { moment } = formatsFor(language)
  const address = (path: string) => new URL(path, site.origin).href
  const updates = [...view.open, ...view.closed].flatMap((incident) =>
    incident.updates.map(({ id, at, state, texts: given }): Entry => {
      const { label, sentence } = UPDATES[state]
      const written = writtenFor(given, language, site, sites)
      const title = `${t(label)} – ${headingOf(incident, view.titles, t)}`
      return {
        id: address(`/status#update-${id}`),
        title,
        text: [t(sentence), written?.text].filter(Boolean).join('\n'),
        at,
      }
    }),
  )
  const windows = [...view.planned, ...view.past].map(({ id, starts_at, ends_at, text }): Entry => {
    const written = text === null ? undefined : writtenFor({ [language]: text }, language, site, sites)
    const when = t('From {from} to {to}. Calls can fail during this time.', {
      from: moment(starts_at),
      to: moment(ends_at),
    })
    return {
      id: address(`/status#maintenance-${id}`),
      title: t('Planned maintenance'),
      text: [when, written?.text].filter(Boolean).join('\n'),
      at: starts_at,
    }
  })
  const entries = [...updates, ...windows].sort((a, b) => b.at.getTime() - a.at.getTime())
  const title = t('{brand} status', { brand: site.brand.title })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${escapeXml(address('/status'))}</id>
<title>${escapeXml(title)}</title>
<updated>${(entries[0]?.at ?? view.taken_at).toISOString()}</updated>
<author><name>${escapeXml(site.brand.title)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(address(`/status.atom?language=${language}`))}"/>
<link rel="alternate" type="text/html" hreflang="${language}" href="${escapeXml(address(`/status?language=${language}`))}"/>
${entries.map(drawEntry).join('\n')}
</feed>
`
}

function drawEntry({ id, title, text, at }: Entry): string {
  return `<entry><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><updated>${at.toISOString()}</updated>
<link rel="alternate" href="${escapeXml(id)}"/><content type="text">${escapeXml(text)}</content></entry>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 forbids even when escaped are replaced: one of them would break the feed for every reader. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)
}
