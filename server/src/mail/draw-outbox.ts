import { escapeHtml } from '#http/document.ts'
import type { OutboxFile } from '#integrations/file-mailer.ts'

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#e3e6eb,#242931);--soft:light-dark(#474e5b,#b1b8c4)}
body{margin:0 auto;max-width:960px;padding:24px 16px;font:15px/1.5 system-ui,sans-serif;background:light-dark(#f7f8fa,#0d0f13);color:light-dark(#14171d,#eceef2)}
h1{font-size:20px;margin:0 0 16px;overflow-wrap:anywhere}
h2{font-size:14px;margin:24px 0 8px}
a{color:light-dark(#2450b8,#8fb2ff)}
table{width:100%;border-collapse:collapse}
td,th{padding:8px 12px 8px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th,time{color:var(--soft);font-weight:400}
th[scope]{white-space:nowrap}
time{white-space:nowrap;font-variant-numeric:tabular-nums}
pre,iframe{box-sizing:border-box;width:100%;border:1px solid var(--line);border-radius:8px;background:light-dark(#fff,#14171c)}
pre{margin:0;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
iframe{height:680px}
li{overflow-wrap:anywhere}`

export function drawOutbox(files: OutboxFile[]): string {
  const rows = files.map(
    ({ name, date, to, subject }) =>
      `<tr><td>${time(date)}</td><td>${escapeHtml(to)}</td><td><a href="/outbox/${name}">${escapeHtml(subject)}</a></td></tr>`,
  )
  const table = `<table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
  const none = '<p>No mail yet. What the server sends while SMTP_URL is not set appears here.</p>'
  return page('Outbox', `<h1>Outbox</h1>${files.length > 0 ? table : none}`, '<meta http-equiv="refresh" content="5">')
}

export function drawMail({ date, from, to, subject, text, html, links, headers, attachments }: OutboxFile): string {
  const facts = Object.entries({
    From: from,
    To: to,
    ...headers,
    ...(attachments && { Attachments: attachments.join(', ') }),
  }).map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
  return page(
    subject,
    `<p><a href="/outbox">Outbox</a></p>
<h1>${escapeHtml(subject)}</h1>
<table><tbody><tr><th scope="row">Time</th><td>${time(date)} UTC</td></tr>${facts.join('')}</tbody></table>
<h2>Links</h2>
<ol>${links.map(linkItem).join('')}</ol>
<h2>HTML</h2>
<iframe sandbox title="The mail as HTML" srcdoc="${escapeHtml(html)}"></iframe>
<h2>Text</h2>
<pre>${escapeHtml(text)}</pre>`,
  )
}

function linkItem(url: string): string {
  const is_web = /^https?:\/\//.test(url)
  return `<li>${is_web ? `<a rel="noreferrer" href="${escapeHtml(url)}">${escapeHtml(url)}</a>` : escapeHtml(url)}</li>`
}

function time(date: string): string {
  return `<time datetime="${escapeHtml(date)}">${escapeHtml(date.slice(0, 19).replace('T', ' '))}</time>`
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${head}<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
}
