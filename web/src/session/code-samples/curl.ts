export interface SampleParts {
  url: string
  login: string
  /** Undefined: the program reads it from its environment, so that it can be passed on. */
  password?: string | undefined
  /** Posted as JSON; without it the address is only read. */
  body?: string | undefined
  /** Where it is not the one that follows from the body. */
  method?: string | undefined
}

/** The variable a program reads the API password from. */
export const SECRET = 'API_PASSWORD'
/** Stands where the API password goes; the real one is never put into a text to be passed on. */
const PASSWORD_WORD = 'YOUR_API_PASSWORD'

/** The method, where a client would not take it by itself. */
export function otherMethod({ method, body }: SampleParts): string | undefined {
  return method === (body === undefined ? 'GET' : 'POST') ? undefined : method
}

export function curlLines(parts: SampleParts): string[] {
  const { url, login, password, body } = parts
  const method = otherMethod(parts)
  const user = password === undefined ? `${inShell(`${login}:`)}"$${SECRET}"` : inShell(`${login}:${password}`)
  return [
    `curl --user ${user} \\`,
    ...(method === undefined ? [] : [`  --request ${method} \\`]),
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

/** A past call from a shell. Bodies are arrays of tasks; what was kept is one of them. */
export function curlOf({ url, http_method, login, request }: SampleRequest): string {
  const body = JSON.stringify(Array.isArray(request) ? request : [request ?? {}])
  return curlLines({ url, login, password: PASSWORD_WORD, ...(http_method === 'POST' && { body }) }).join('\n')
}

/** In single quotes a shell reads everything as it is; a quote itself stands outside of them. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
