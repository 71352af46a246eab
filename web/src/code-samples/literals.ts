/** PHP and Ruby keep everything between single quotes as it is, but these and backslashes. */
export function inPhp(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** JavaScript, Python, C#, Go and Java all read a JSON text as it is, but for signs that end a line of C#. */
export function inScript(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A body as one line of a program. */
export function oneLine(body: string, type: string): string {
  return type === 'application/json' ? JSON.stringify(JSON.parse(body)) : body
}

/** Further lines are indented like the first. */
export function indented(json: string): string {
  return json.replaceAll('\n', '\n  ')
}
