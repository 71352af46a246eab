export interface SampleParts {
  url: string
  login: string
  /** Undefined: the program reads it from its environment, so that it can be passed on. */
  password?: string | undefined
  /** Posted as JSON; without it the address is only read. */
  body?: string | undefined
  /** Set where it does not follow from the body. */
  method?: string | undefined
}

/** The variable a program reads the API password from. */
export const SECRET = 'API_PASSWORD'
/** Placeholder of the API password; the real one is never put into a text that is shared. */
const PASSWORD_WORD = 'YOUR_API_PASSWORD'

/** The method, where a client would not choose it automatically. */
export function otherMethod({ method, body }: SampleParts): string | undefined {
  return method === (body === undefined ? 'GET' : 'POST') ? undefined : method
}

export function curlLines(parts: SampleParts): string[] {
  const { url, login, password, body } = parts
  const method = otherMethod(parts)
  const user = password === undefined ? `${inShell(`${login}:`)}"$${SECRET}"` : inShell(`${login}:${password}`)
  return [
    `curl --user ${user} \\`,
    // With `--request HEAD` curl would wait for a body.
    ...(method === undefined ? [] : [method === 'HEAD' ? '  --head \\' : `  --request ${method} \\`]),
    ...(body === undefined ? [] : ["  --header 'Content-Type: application/json' \\", `  --data ${inShell(body)} \\`]),
    `  ${inShell(url)}`,
  ]
}

interface SampleRequest {
  url: string
  http_method: string
  login: string
  request: unknown
}

/** A past call as a shell command. Bodies are arrays of tasks; the stored request is one of them. */
export function curlOf({ url, http_method, login, request }: SampleRequest): string {
  const body = JSON.stringify(Array.isArray(request) ? request : [request ?? {}])
  return curlLines({ url, login, password: PASSWORD_WORD, ...(http_method === 'POST' && { body }) }).join('\n')
}

/** In single quotes a shell reads everything as it is; a quote itself is written outside of them. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
