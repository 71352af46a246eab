import { randomBytes } from 'node:crypto'
import type { Script } from '#ctx/ctx.ts'
import { escapeJson } from '#http/document.ts'
import { FRAME_SCRIPT } from './frame-script.ts'

interface Frame {
  html: string
  csp: string
}

/** The sandboxed page of a third-party script. `home` is the parent page, where its origin is not the frame's. */
export function frameDocument(script: Script, home: string | null): Frame {
  const nonce = randomBytes(16).toString('base64')
  const given = { script: script.script.href, kind: script.kind, global: script.global, home }
  return { html: htmlOf(script, given, nonce), csp: frameCsp(script, home, nonce) }
}

function htmlOf({ name }: Script, given: unknown, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title></head>
<body><script nonce="${nonce}">(${FRAME_SCRIPT})(${escapeJson(given)})</script></body>
</html>
`
}

/**
 * Allows only the addresses the operator has named. Without an origin of its own the frame has an opaque one: no
 * cookie, no storage, no call as us.
 */
function frameCsp({ script, origins }: Script, home: string | null, nonce: string): string {
  const all = [...new Set([script.origin, ...origins])]
  const pages = all.filter((origin) => !origin.startsWith('ws')).join(' ')
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${pages}`,
    `style-src 'unsafe-inline' ${pages}`,
    `img-src data: blob: ${pages}`,
    `font-src data: ${pages}`,
    `media-src blob: ${pages}`,
    `connect-src ${all.join(' ')}`,
    `frame-src ${pages}`,
    `frame-ancestors ${home ?? "'self'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox${home ? ' allow-same-origin' : ''}`,
  ].join('; ')
}
