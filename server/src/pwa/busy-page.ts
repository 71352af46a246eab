import { randomBytes } from 'node:crypto'
import { LANGUAGES, type Language, languageOfHeader } from '@portico/contract/language.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { escapeHtml, escapeJson } from '#http/document.ts'
import { pageCsp } from '#http/headers.ts'
import type { BusyTexts, WebBuild } from '#http/web-build.ts'
import { drawIcon } from './brand-icon.ts'

/** The address from which a proxy's copy of this page is made. */
export const BUSY_PATH = '/busy.html'

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f5f7fa,#11151c);
color:light-dark(#1b2430,#e6eaf0);font:16px/1.5 system-ui,sans-serif}main{box-sizing:border-box;width:min(480px,100% - 32px);padding:40px 32px;border-radius:12px;
background:light-dark(#fff,#1a202a);text-align:center}header{display:flex;gap:12px;align-items:center;justify-content:center;margin-bottom:32px;font-weight:600}
header svg{width:32px;height:32px;border-radius:8px}h1{margin:0 0 8px;font-size:24px;line-height:1.25}p{margin:0 0 24px;color:light-dark(#55606e,#a6b0bd)}
a{display:inline-block;padding:10px 20px;border:1px solid light-dark(#c5ccd6,#3a4452);border-radius:8px;color:inherit;text-decoration:none}
a:focus-visible{outline:3px solid light-dark(#2d5fd3,#8fb0ff);outline-offset:2px}`

/** In the visitor's language; asks for the boot data, which needs everything a page needs, and opens the page when it comes. */
const SCRIPT = `const b=document.body,all=JSON.parse(document.getElementById('texts').textContent)
const own=/(?:^|; )language=(\\w\\w)/.exec(document.cookie),l=[own&&own[1],...navigator.languages.map(x=>x.slice(0,2))].find(x=>all[x])
if(l){document.documentElement.lang=l;for(const[id,text]of Object.entries(all[l]))document.getElementById(id).textContent=text;document.title=all[l].title}
let tries=0;async function ask(){try{if((await fetch('/api/boot',{cache:'no-store'})).ok)return location.pathname==='${BUSY_PATH}'?location.replace('/'):location.reload()}catch{}
tries++;wait()}const wait=()=>setTimeout(ask,Math.min(2000*1.5**tries,30000)*(.75+Math.random()/2));wait()`

/**
 * A page of one file, for the time in which no other can be drawn: by us while the database does not answer, by a proxy
 * while no instance does. It needs neither the database nor any other file, and tries again automatically.
 */
export function drawBusyPage(
  brand: Pick<Brand, 'title' | 'accent'> | undefined,
  texts: Record<Language, BusyTexts>,
  language: Language,
  nonce: string,
): string {
  const shown = texts[language]
  const head = brand ? `<header>${drawIcon(brand)}<span>${escapeHtml(brand.title)}</span></header>` : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(shown.title)}</title>
<noscript><meta http-equiv="refresh" content="10"></noscript>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
${head}
<h1 id="title">${escapeHtml(shown.title)}</h1>
<p id="text" role="status">${escapeHtml(shown.text)}</p>
<a id="again" href="">${escapeHtml(shown.again)}</a>
</main>
<script type="application/json" id="texts">${escapeJson(texts)}</script>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`
}

/** Answers a page request that failed because the service is busy. The brand is the last known one: reading it takes the database. */
export function busyPage(ctx: Ctx, build: WebBuild) {
  const texts = Object.fromEntries(LANGUAGES.map((one) => [one, build.busyTexts(one)])) as Record<Language, BusyTexts>
  return (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const html = drawBusyPage(
      ctx.sites.lastOf(request.host)?.brand,
      texts,
      languageOfHeader(request.headers['accept-language']),
      nonce,
    )
    return reply
      .headers({
        'content-security-policy': pageCsp(nonce, [], { frame: [], trusted_types: [] }),
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(html)
  }
}
