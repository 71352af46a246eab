import { isRecord } from '#lib/guards.ts'
import { type Comparison, changesOf, compareResults } from './compare-results.ts'

/** Fields that differ between any two calls without a meaning. */
const OF_ONE_CALL = ['id', 'time', 'result', 'version', 'request_id']

/** What differs between two whole answers: what was sent and answered, and the results where both have some. */
export function compareAnswers(before: unknown, after: unknown): Comparison {
  const [old, now] = [resultOf(before), resultOf(after)]
  return {
    values: changesOf(fieldsOf(before), fieldsOf(after)),
    items: old && now ? compareResults(old, now).items : [],
  }
}

function resultOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  return isRecord(answer) && Array.isArray(answer.result) ? answer.result : undefined
}

function fieldsOf(answer: unknown): unknown {
  if (!isRecord(answer)) return Array.isArray(answer) ? undefined : answer
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !OF_ONE_CALL.includes(name)))
}
