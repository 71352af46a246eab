import type { SentFile } from '@portico/contract/sent-files.ts'
import type { Files } from './use-files.ts'

/** The files of a request as they are sent. */
export async function sentFiles(files: Files): Promise<Record<string, SentFile[]>> {
  const fields = await Promise.all(
    Object.entries(files).map(async ([name, list]) => [name, await Promise.all(list.map(sentFile))] as const),
  )
  return Object.fromEntries(fields.filter(([, list]) => list.length > 0))
}

async function sentFile(file: File): Promise<SentFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return { name: file.name.slice(-255), type: file.type.slice(0, 100), base64: url.slice(url.indexOf(',') + 1) }
}
