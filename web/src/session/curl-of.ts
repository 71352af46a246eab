interface Asked {
  url: string
  http_method: string
  login: string
  request: unknown
}

/** Stands where the API password goes; the real one is never put into a text to be passed on. */
const PASSWORD_WORD = 'YOUR_API_PASSWORD'

/** The same call from a shell. Bodies are arrays of tasks; what was kept is one of them. */
export function curlOf({ url, http_method, login, request }: Asked): string {
  const lines = [`curl --user ${quoted(`${login}:${PASSWORD_WORD}`)}`]
  if (http_method === 'POST') {
    lines.push(`--header ${quoted('Content-Type: application/json')}`)
    const body = Array.isArray(request) ? request : [request ?? {}]
    lines.push(`--data ${quoted(JSON.stringify(body))}`)
  }
  lines.push(quoted(url))
  return lines.join(' \\\n  ')
}

/** In single quotes a shell reads everything as it is; a quote itself stands outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
