import type { Answer, LocalRequest } from './shape.ts'

/** The consent page; each button repeats the request with the answer added. */
export function approvalPage(service: string, who: string, { path, query }: LocalRequest): Answer {
  const button = (decision: string, text: string) => {
    const href = `${path}?${new URLSearchParams({ ...query, decision })}`
    return `<p><a role="button" href="${escaped(href)}">${escaped(text)}</a></p>`
  }
  const title = `Sign in with ${service}`
  const buttons = button('allow', `Continue as ${who}`) + button('deny', 'Cancel')
  const head = `<meta charset="utf-8"><title>${title}</title>`
  return { status: 200, body: `<!doctype html><html lang="en">${head}<h1>${title}</h1>${buttons}</html>` }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
