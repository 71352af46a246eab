const NAME = 'SampleRefusal'

/** What the sample source does not take, as a source of real data would not. */
export function sampleRefusal(field: string, reason: string): Error {
  const refusal = new Error(`Invalid Field: '${field}'. ${reason}`)
  refusal.name = NAME
  return refusal
}

export function isSampleRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME
}
