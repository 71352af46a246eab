import * as z from 'zod/mini'

export interface Size {
  width: number
  height: number
}

const length = z.int().check(z.gte(0), z.lte(2_000))
const requested = z.strictObject({ width: length, height: length })

/** The size a frame requests; only two whole lengths above zero are accepted. */
export function sizeIn(data: unknown): Size | undefined {
  const parsed = requested.safeParse(data)
  return parsed.success && parsed.data.width > 0 && parsed.data.height > 0 ? parsed.data : undefined
}
