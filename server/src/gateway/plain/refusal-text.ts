import { isRecord } from '../wire/envelope.ts'

/** The message of a refusal: the status, and the source's own explanation if it gives one. */
export function refusalText(status: number, bytes: Buffer): string {
  const detail = detailIn(bytes.toString('utf8'))
  return `The data source answered ${status}.${detail ? ` ${detail.toWellFormed().replaceAll('\0', '').slice(0, 300)}` : ''}`
}

function detailIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return undefined
    return [value.detail, value.message, value.error, value.title].find((one) => typeof one === 'string')
  } catch {
    return undefined
  }
}
