import { type LeftOut, leftOut, overlayLines } from './left-out.ts'
import type { Operation } from './read-operations.ts'

/** Only operations of known kind are sent to the source with the operator's credentials; for others the operator must decide. */
export function withoutUnknown(operations: readonly Operation[], left_out: LeftOut[]): Operation[] {
  const posted = new Set(operations.filter(({ kind }) => kind === 'task_get').map(({ function_id }) => function_id))
  return operations.filter(({ id, kind, known_by, node, function_id, plain, http_method, open }) => {
    const has_getter = kind !== 'task_post' || posted.has(function_id)
    if (known_by !== null && has_getter) return true
    const lines = overlayLines(
      ['paths', String(node.path[1]), http_method.toLowerCase()],
      'update: { x-portico-kind: live }',
    )
    const reason = known_by === null ? questionOf(plain !== null, open) : NO_GETTER
    left_out.push(leftOut({ id, node, why: 'question', reason, ...lines, function_id, names: open }))
    return false
  })
}

const NO_GETTER = 'its tasks could not be fetched: there is no path of the kind task_get for this function'

function questionOf(is_plain: boolean, names: readonly string[]): string {
  return is_plain
    ? `it may show or change your own account at the source: is it for customers? (${names.join(', ')})`
    : 'no rule says what it is; x-portico-kind may be live, reference, task_get or account'
}
