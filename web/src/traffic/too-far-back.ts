import { Problem } from '#lib/problem.ts'

export const TOO_FAR_BACK =
  'These days are too far back to read this many calls at once. Choose fewer days, or remove the filter or the sorting.'

/** The text of this refusal, for the part of a screen that it concerns; trying again does not help. */
export function tooFarBack(error: unknown): typeof TOO_FAR_BACK | undefined {
  return error instanceof Problem && error.code === 'too_far_back' ? TOO_FAR_BACK : undefined
}
