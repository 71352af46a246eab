import { escapeHtml as safe } from '#http/document.ts'
import { drawFrame, type Look } from './draw-parts.ts'
import { type Incident, levelOfDay } from './judge.ts'
import { formatsFor, headingOf, TEXTS, writtenFor } from './language.ts'
import type { Maintenance } from './snapshot.ts'
import type { ApiView, Reader, StatusView } from './view.ts'

/** A tick, an exclamation mark and a bar: the state is readable without colour, too. */
const ICONS = {
  operational: 'M12 2a10 10 0 100 20 10 10 0 000-20zm-1.4 14.6L6 12l1.6-1.6 3 3 6-6L18.200 9z',
  other: 'M12 2a10 10 0 100 20 10 10 0 000-20zm-1.200 5h2.400v7h-2.400zm0 8.600h2.400V18h-2.400z',
}
const BAR = { width: 8, gap: 3, height: 34 }

type Drawing = Reader & { texts: (typeof TEXTS)['en']; formats: ReturnType<typeof formatsFor> }

/** The status page. `wrong` is shown beside the field for the address. */
export function drawStatusPage(
  look: Look,
  reader: Reader,
  view: StatusView | undefined,
  typed: { email?: string; wrong?: string } = {},
): string {
  const { language } = look
  const drawing: Drawing = { ...reader, texts: TEXTS[language], formats: formatsFor(language) }
  const { texts } = drawing
  const title = texts.title(look.brand?.title ?? '').trim()
  const main = `<h1>${safe(title)}</h1>
${view ? drawView(drawing, view) : `<p class="old" role="status">${safe(texts.never)}</p>`}
${drawForm(drawing, typed)}`
  return drawFrame(look, title, main, true)
}

function drawView(drawing: Drawing, view: StatusView): string {
  const { texts, formats } = drawing
  const { overall, is_old, taken_at, open, planned, closed, past } = view
  const at = formats.moment(taken_at)
  const icon = overall === 'operational' ? ICONS.operational : ICONS.other
  const now = [
    ...planned.map((one) => drawMaintenance(drawing, one)),
    ...open.map((one) => drawIncident(drawing, view, one)),
  ]
  const earlier = [
    ...closed.map((one) => ({ at: one.began_at, html: drawIncident(drawing, view, one) })),
    ...past.map((one) => ({ at: one.starts_at, html: drawMaintenance(drawing, one) })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime())
  return `<div class="card overall ${overall}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>
<div><strong>${safe(texts.overall[overall])}</strong><p>${safe(texts.as_of(at))}</p></div></div>
${is_old ? `<p class="old" role="status">${safe(texts.old(at))}</p>` : ''}
${now.length > 0 ? `<section><h2>${safe(texts.current)}</h2>\n${now.join('\n')}</section>` : ''}
<section><h2>${safe(texts.apis)}</h2>
<div class="card">${view.apis.map((api) => drawApi(drawing, api)).join('\n')}</div>
<p class="soft">${safe(texts.legend)}</p></section>
<section><h2>${safe(texts.past)}</h2>
${earlier.length > 0 ? earlier.map(({ html }) => html).join('\n') : `<p class="soft">${safe(texts.no_incidents)}</p>`}</section>`
}

function drawApi({ texts, formats }: Drawing, { title, state, total, days }: ApiView): string {
  const answered = total.calls > 0 ? texts.answered(formats.answered(total)) : texts.no_calls
  const bars = days.map(({ day, counts }, at) => {
    const level = levelOfDay(counts)
    const about = textOf({ texts, formats }, day, counts)
    return `<rect class="${level}" x="${at * (BAR.width + BAR.gap)}" width="${BAR.width}" height="${BAR.height}" rx="2"><title>${safe(about)}</title></rect>`
  })
  const bad = days.flatMap(({ day, counts }) =>
    counts && counts.failed > 0 && levelOfDay(counts) !== 'good' ? [textOf({ texts, formats }, day, counts)] : [],
  )
  const list = bad.toReversed().map((one) => `<li>${safe(one)}</li>`)
  const width = days.length * (BAR.width + BAR.gap) - BAR.gap
  return `<article class="api"><div class="row"><h3>${safe(title)}</h3><span class="state ${state}">${safe(texts.states[state])}</span></div>
<svg class="bars" viewBox="0 0 ${width} ${BAR.height}" preserveAspectRatio="none" role="img" aria-label="${safe(`${title}: ${answered}`)}">${bars.join('')}</svg>
<div class="scale"><span>${safe(texts.first_day)}</span><span>${safe(answered)}</span><span>${safe(texts.today)}</span></div>
${list.length > 0 ? `<details><summary>${safe(texts.bad_days)} (${list.length})</summary><ul>${list.join('')}</ul></details>` : ''}</article>`
}

function textOf(
  { texts, formats }: Pick<Drawing, 'texts' | 'formats'>,
  day: string,
  counts: ApiView['total'] | undefined,
): string {
  const shown = formats.day(day)
  return counts && counts.calls > 0 ? texts.day(shown, formats.answered(counts)) : texts.day_without_calls(shown)
}

function drawIncident(drawing: Drawing, { titles }: StatusView, incident: Incident): string {
  const { texts, formats, site, sites, language } = drawing
  const updates = incident.updates.map(({ id, at, state, texts: given }) => {
    const { label, sentence } = texts.update_states[state]
    const written = writtenFor(given, language, site, sites)
    const lang = written && written.language !== language ? ` lang="${written.language}"` : ''
    return `<li id="update-${id}"><strong>${safe(label)}</strong> <time datetime="${at.toISOString()}">${safe(formats.moment(at))}</time>
<p>${safe(sentence)}</p>${written ? `<p class="text"${lang}>${safe(written.text)}</p>` : ''}</li>`
  })
  const look = incident.state === 'resolved' ? 'none' : incident.impact === 'none' ? 'maintenance' : incident.impact
  return `<article class="card incident ${look}"><h3>${safe(headingOf(incident, titles, texts))}</h3>
<ul class="updates">${updates.join('\n')}</ul></article>`
}

function drawMaintenance(drawing: Drawing, { id, starts_at, ends_at, text }: Maintenance): string {
  const { texts, formats, site, sites, language } = drawing
  const written = text === null ? undefined : writtenFor({ [language]: text }, language, site, sites)
  return `<article class="card incident maintenance" id="maintenance-${safe(id)}"><h3>${safe(texts.maintenance)}</h3>
<p>${safe(texts.maintenance_text(formats.moment(starts_at), formats.moment(ends_at)))}</p>
${written ? `<p class="text">${safe(written.text)}</p>` : ''}</article>`
}

function drawForm({ texts, language }: Drawing, { email = '', wrong }: { email?: string; wrong?: string }): string {
  const { heading, hint, label, button } = texts.subscribe
  const fault = wrong ? `<p class="wrong" id="wrong" role="alert">${safe(wrong)}</p>` : ''
  return `<section><h2>${safe(heading)}</h2>
<div class="card"><p class="soft">${safe(hint)}</p>
<form method="post" action="/status/subscribe?language=${language}"><label>${safe(label)}<input type="email" name="email" required maxlength="254" autocomplete="email" value="${safe(email)}"${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}></label><button>${safe(button)}</button>${fault}</form></div></section>`
}
