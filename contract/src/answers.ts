import * as z from 'zod/mini'

/** Percent of the successful answers that are stored. */
export const ANSWER_SHARES = [0, 1, 5, 10, 25, 50, 100] as const
export const ANSWER_DAYS = [1, 3, 7, 14, 30] as const
/** The most that is stored of one answer. */
export const ANSWER_KB = [16, 64, 256, 1024] as const

/** Which answers of a login are stored, for how long, and up to which size. */
export const answerRule = z.strictObject({
  failed: z.boolean(),
  share: z.union(ANSWER_SHARES.map((value) => z.literal(value))),
  days: z.union(ANSWER_DAYS.map((value) => z.literal(value))),
  max_kb: z.union(ANSWER_KB.map((value) => z.literal(value))),
})
export type AnswerRule = z.infer<typeof answerRule>

export const DEFAULT_ANSWERS: AnswerRule = { failed: true, share: 0, days: 7, max_kb: 64 }

export const storedAnswer = z.object({
  /** Id of its call. */
  id: z.string(),
  at: z.string(),
  http_status: z.number(),
  /** The media type. */
  type: z.string(),
  /** Size of the whole answer; of one that was cut, as far as it is known. */
  bytes: z.number(),
  /** JSON as it was sent, any other text as a text; null for what is no text. */
  answer: z.nullable(z.unknown()),
  /** The size at which it was cut; null when it is complete. */
  cut_at: z.nullable(z.number()),
})
export type StoredAnswer = z.infer<typeof storedAnswer>

/** The answer of a call, and the last good one of the same function for comparison. */
export const answers = z.object({
  answer: z.nullable(storedAnswer),
  good: z.nullable(storedAnswer),
  /** The rule that is in force for the login now; null where the operator stores no answers. */
  rule: z.nullable(answerRule),
})
export type Answers = z.infer<typeof answers>
