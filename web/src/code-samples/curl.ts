import type { BodyParts, SampleFiles } from '@portico/contract/body-parts.ts'

/** A body is posted; without one the address is only read. */
export interface SampleParts extends BodyParts {
  url: string
  login: string
  /** Undefined: the program reads it from its environment, so that it can be passed on. */
  password?: string | undefined
  /** The address of the page that shows the password, for a program that reads it from its environment. */
  passwordAt?: string | undefined
  /** Answers have no envelope, so they are shown whole. */
  isPlain?: boolean | undefined
  /** Further headers of the request. */
  headers?: Record<string, string> | undefined
  /** Set where it does not follow from the body. */
  method?: string | undefined
}

/** The variable a program reads the API password from. */
export const SECRET = 'API_PASSWORD'

/** A line for each further header. */
export function headerLines({ headers = {} }: SampleParts, line: (name: string, value: string) => string): string[] {
  return Object.entries(headers).map(([name, value]) => line(name, value))
}

/** The method, where a client would not choose it automatically. */
export function otherMethod({ method, body, files }: SampleParts): string | undefined {
  return method === (body === undefined && files === undefined ? 'GET' : 'POST') ? undefined : method
}

/** cURL leaves out a header that ends in a colon; a semicolon sends it empty. */
export function curlHeader(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

export const JSON_TYPE = 'application/json'

export function curlLines(parts: SampleParts): string[] {
  const { url, login, password, body, files, type = JSON_TYPE } = parts
  const isJson = type === JSON_TYPE
  const method = otherMethod(parts)
  const user = password === undefined ? `${inShell(`${login}:`)}"$${SECRET}"` : inShell(`${login}:${password}`)
  return [
    `curl --user ${user} \\`,
    // With `--request HEAD` curl would wait for a body.
    ...(method === undefined ? [] : [method === 'HEAD' ? '  --head \\' : `  --request ${method} \\`]),
    ...headerLines(parts, (name, value) => `  --header ${inShell(curlHeader(name, value))} \\`),
    ...(body === undefined
      ? []
      : [`  --header ${inShell(`Content-Type: ${type}`)} \\`, `  --data${isJson ? '' : '-raw'} ${inShell(body)} \\`]),
    ...(files === undefined ? [] : fileLines(files, type)),
    `  ${inShell(url)}`,
  ]
}

function fileLines({ whole, fields, files }: SampleFiles, type: string): string[] {
  if (whole !== undefined)
    return [`  --header ${inShell(`Content-Type: ${type}`)} \\`, `  --data-binary ${inShell(`@${whole}`)} \\`]
  return [
    ...fields.map(([name, value]) => `  --form-string ${inShell(`${name}=${value}`)} \\`),
    // The quotes protect a comma or a semicolon in the name of the file.
    ...files.map(([name, file]) => `  --form ${inShell(`${name}=@"${file.replaceAll(/["\\]/g, '\\$&')}"`)} \\`),
  ]
}

/** In single quotes a shell reads everything as it is; a quote itself is written outside of them. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
