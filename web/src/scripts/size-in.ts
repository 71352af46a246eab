import * as z from 'zod/mini'

export interface Size {
  width: number
  height: number
}

const length = z.int().check(z.gte(0), z.lte(2_000))
const requested = z.strictObject({ width: length, height: length })

/** The room a frame asks for; nothing is taken for an answer but two whole lengths, and none of them zero. */
export function sizeIn(data: unknown): Size | undefined {
  const parsed = requested.safeParse(data)
  return parsed.success && parsed.data.width > 0 && parsed.data.height > 0 ? parsed.data : undefined
}
