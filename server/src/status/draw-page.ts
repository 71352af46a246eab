import { escapeHtml as safe } from '#http/document.ts'
import { type Translate, textsIn } from '#i18n/translate.ts'
import { drawFrame, type Look } from './draw-parts.ts'
import { type Incident, levelOfDay } from './judge.ts'
import { formatsFor, headingOf, writtenFor } from './language.ts'
import type { Maintenance } from './snapshot.ts'
import type { ApiView, Reader, StatusView } from './view.ts'
import { OVERALL, STATES, UPDATES } from './words.ts'

/** A tick, an exclamation mark and a bar: the state is readable without colour, too. */
const ICONS = {
  operational: 'M12 2a10 10 0 100 20 10 10 0 000-20zm-1.4 14.6L6 12l1.6-1.6 3 3 6-6L18.200 9z',
  other: 'M12 2a10 10 0 100 20 10 10 0 000-20zm-1.200 5h2.400v7h-2.400zm0 8.600h2.400V18h-2.400z',
}
const BAR = { width: 8, gap: 3, height: 34 }

type Drawing = Reader & { t: Translate; formats: ReturnType<typeof formatsFor> }

/** The status page. `wrong` is shown beside the field for the address. */
export function drawStatusPage(
  look: Look,
  reader: Reader,
  view: StatusView | undefined,
  typed: { email?: string; wrong?: string } = {},
): string {
  const { language } = look
  const drawing: Drawing = { ...reader, t: textsIn(language), formats: formatsFor(language) }
  const { t } = drawing
  const title = t('{brand} status', { brand: look.brand?.title ?? '' }).trim()
  const main = `<h1>${safe(title)}</h1>
${view ? drawView(drawing, view) : `<p class="old" role="status">${safe(t('We cannot read the current state at the moment. Please try again in a few minutes.'))}</p>`}
${drawForm(drawing, typed)}`
  return drawFrame(look, title, main, true)
}

function drawView(drawing: Drawing, view: StatusView): string {
  const { t, formats } = drawing
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
<div><strong>${safe(t(OVERALL[overall]))}</strong><p>${safe(t('As of {at}', { at }))}</p></div></div>
${is_old ? `<p class="old" role="status">${safe(t('We cannot read the current state at the moment. Below is the last known state, as of {at}.', { at }))}</p>` : ''}
${now.length > 0 ? `<section><h2>${safe(t('Now and planned'))}</h2>\n${now.join('\n')}</section>` : ''}
<section><h2>${safe(t('The last 90 days'))}</h2>
<div class="card">${view.apis.map((api) => drawApi(drawing, api)).join('\n')}</div>
<p class="soft">${safe(t('Each bar is one day in UTC. Only calls that failed because of us or our data sources count as failures, not requests refused for reasons such as a wrong password, an invalid field or too little balance.'))}</p></section>
<section><h2>${safe(t('Earlier incidents and maintenance'))}</h2>
${earlier.length > 0 ? earlier.map(({ html }) => html).join('\n') : `<p class="soft">${safe(t('None in the last 90 days.'))}</p>`}</section>`
}

function drawApi({ t, formats }: Drawing, { title, state, total, days }: ApiView): string {
  const answered = total.calls > 0 ? t('{percent} answered', { percent: formats.answered(total) }) : t('No calls yet')
  const bars = days.map(({ day, counts }, at) => {
    const level = levelOfDay(counts)
    const about = textOf({ t, formats }, day, counts)
    return `<rect class="${level}" x="${at * (BAR.width + BAR.gap)}" width="${BAR.width}" height="${BAR.height}" rx="2"><title>${safe(about)}</title></rect>`
  })
  const bad = days.flatMap(({ day, counts }) =>
    counts && counts.failed > 0 && levelOfDay(counts) !== 'good' ? [textOf({ t, formats }, day, counts)] : [],
  )
  const list = bad.toReversed().map((one) => `<li>${safe(one)}</li>`)
  const width = days.length * (BAR.width + BAR.gap) - BAR.gap
  return `<article class="api"><div class="row"><h3>${safe(title)}</h3><span class="state ${state}">${safe(t(STATES[state]))}</span></div>
<svg class="bars" viewBox="0 0 ${width} ${BAR.height}" preserveAspectRatio="none" role="img" aria-label="${safe(`${title}: ${answered}`)}">${bars.join('')}</svg>
<div class="scale"><span>${safe(t('90 days ago'))}</span><span>${safe(answered)}</span><span>${safe(t('Today'))}</span></div>
${list.length > 0 ? `<details><summary>${safe(t('Days with failures'))} (${list.length})</summary><ul>${list.join('')}</ul></details>` : ''}</article>`
}

function textOf(
  { t, formats }: Pick<Drawing, 't' | 'formats'>,
  day: string,
  counts: ApiView['total'] | undefined,
): string {
  const shown = formats.day(day)
  return counts && counts.calls > 0
    ? t('{day}: {percent} answered', { day: shown, percent: formats.answered(counts) })
    : t('{day}: no calls', { day: shown })
}

function drawIncident(drawing: Drawing, { titles }: StatusView, incident: Incident): string {
  const { t, formats, site, sites, language } = drawing
  const updates = incident.updates.map(({ id, at, state, texts: given }) => {
    const { label, sentence } = UPDATES[state]
    const written = writtenFor(given, language, site, sites)
    const lang = written && written.language !== language ? ` lang="${written.language}"` : ''
    return `<li id="update-${id}"><strong>${safe(t(label))}</strong> <time datetime="${at.toISOString()}">${safe(formats.moment(at))}</time>
<p>${safe(t(sentence))}</p>${written ? `<p class="text"${lang}>${safe(written.text)}</p>` : ''}</li>`
  })
  const look = incident.state === 'resolved' ? 'none' : incident.impact === 'none' ? 'maintenance' : incident.impact
  return `<article class="card incident ${look}"><h3>${safe(headingOf(incident, titles, t))}</h3>
<ul class="updates">${updates.join('\n')}</ul></article>`
}

function drawMaintenance(drawing: Drawing, { id, starts_at, ends_at, text }: Maintenance): string {
  const { t, formats, site, sites, language } = drawing
  const written = text === null ? undefined : writtenFor({ [language]: text }, language, site, sites)
  return `<article class="card incident maintenance" id="maintenance-${safe(id)}"><h3>${safe(t('Planned maintenance'))}</h3>
<p>${safe(t('From {from} to {to}. Calls can fail during this time.', { from: formats.moment(starts_at), to: formats.moment(ends_at) }))}</p>
${written ? `<p class="text">${safe(written.text)}</p>` : ''}</article>`
}

function drawForm({ t, language }: Drawing, { email = '', wrong }: { email?: string; wrong?: string }): string {
  const fault = wrong ? `<p class="wrong" id="wrong" role="alert">${safe(wrong)}</p>` : ''
  return `<section><h2>${safe(t('Get updates by e-mail'))}</h2>
<div class="card"><p class="soft">${safe(t('One e-mail for each update of an incident and each planned maintenance. You can unsubscribe with one click at any time.'))}</p>
<form method="post" action="/status/subscribe?language=${language}"><label>${safe(t('E-mail address'))}<input type="email" name="email" required maxlength="254" autocomplete="email" value="${safe(email)}"${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}></label><button>${safe(t('Subscribe'))}</button>${fault}</form></div></section>`
}
