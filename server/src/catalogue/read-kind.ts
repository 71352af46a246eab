import { KINDS, type Kind } from './entry.ts'
import type { Faults } from './faults.ts'
import { isIdField, type PathShape, ruleFor } from './kind-rules.ts'
import type { Place } from './place.ts'

export interface ReadKind {
  kind: Kind
  known_by: string | null
  /** By the rule that fits, where the path names another one. */
  function_id: string | undefined
}

/** Where the operator may say what an operation is: at itself or its path, and for all of the document that no rule knows. */
export interface KindWords {
  near: Place | undefined
  document: Place | undefined
}

/** An operation's kind by the operator's word and the table of rules. */
export function readKind(
  shape: PathShape,
  { near, document }: KindWords,
  is_family: boolean,
  faults: Faults,
): ReadKind {
  const rule = ruleFor(shape)
  const function_id = rule?.function_id
  const said = near && wordOf(near, faults)
  if (near && said) {
    // One word for a whole list of paths must not open the operator's own account.
    if (is_family && rule?.kind === 'account' && said !== 'account')
      faults.add(
        near.source,
        near.path,
        `${shape.words.join('/')} is an account function: x-portico-kind must be account`,
      )
    return { kind: said, known_by: 'x-portico-kind', function_id }
  }
  if (rule) return { kind: rule.kind, known_by: rule.by, function_id }
  const general = document && wordOf(document, faults)
  if (general) return { kind: general, known_by: 'x-portico-kind of the document', function_id }
  return { kind: 'live', known_by: null, function_id }
}

function wordOf(place: Place, faults: Faults): Kind | undefined {
  const kind = KINDS.find((one) => one === place.value)
  if (!kind) faults.add(place.source, place.path, `x-portico-kind must be one of ${KINDS.join(', ')}`)
  return kind
}

/** Where what is read of a task says which one. */
export function taskIdIn(
  kind: Kind,
  { templates, fields }: PathShape,
): { template: string } | { field: string } | null {
  if (kind !== 'task_get') return null
  const template = templates.find(isIdField) ?? (templates.length === 1 ? templates[0] : undefined)
  return template === undefined ? { field: fields.find(isIdField) ?? 'id' } : { template }
}
