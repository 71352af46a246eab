const NAME = 'SampleRefusal'

/** An input that the sample source refuses, as a real source would. */
export function sampleRefusal(field: string, reason: string): Error {
  const refusal = new Error(`Invalid Field: '${field}'. ${reason}`)
  refusal.name = NAME
  return refusal
}

export function isSampleRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME
}
