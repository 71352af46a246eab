/** Fetches a public file: within a timeout and a size limit, and only when the server answers 200. */
export async function fetchText(
  url: string,
  { timeout_ms, max_bytes }: { timeout_ms: number; max_bytes: number },
): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout_ms) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > max_bytes) throw new Error(`${url} is larger than ${max_bytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
