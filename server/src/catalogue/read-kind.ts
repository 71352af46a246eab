import { accountWord } from './account-words.ts'
import { KINDS, type Kind } from './entry.ts'
import type { Faults } from './faults.ts'
import { isIdField, type PathShape, ruleFor } from './kind-rules.ts'
import type { Protocol } from './result-list.ts'
import type { YamlNode } from './yaml-node.ts'

export interface ReadKind {
  kind: Kind
  known_by: string | null
  /** By the rule that fits, where the path names another one. */
  function_id: string | undefined
}

/** Where the operator may say what an operation is: at itself or its path, and for all of the document that no rule knows. */
export interface KindWords {
  near: YamlNode | undefined
  document: YamlNode | undefined
}

/** An operation's kind by the operator's word and the table of rules. */
export function readKind(
  shape: PathShape,
  { near, document }: KindWords,
  protocol: Protocol,
  faults: Faults,
): ReadKind {
  if (protocol === 'plain') return readPlainKind(shape, near, document, faults)
  const rule = ruleFor(shape)
  const function_id = rule?.function_id
  const said = near && wordOf(near, faults)
  if (near && said) {
    // One word for a whole list of paths must not open the operator's own account.
    if (protocol === 'family' && rule?.kind === 'account' && said !== 'account')
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

/**
 * What passes as it is can only be charged or free: the words of the family mean nothing in a path of another. What looks like the
 * operator's account or like tasks is asked about by itself, as one word for the whole document must not open it.
 */
function readPlainKind(
  shape: PathShape,
  near: YamlNode | undefined,
  document: YamlNode | undefined,
  faults: Faults,
): ReadKind {
  const is_delicate = accountWord(shape) !== undefined
  const said = near ?? (is_delicate ? undefined : document)
  const kind = said && wordOf(said, faults)
  if (said && kind && kind !== 'live' && kind !== 'reference')
    faults.add(
      said.source,
      said.path,
      'x-portico-kind must be live or reference where no envelope is spoken; what nobody may call is taken out by an overlay (remove: true)',
    )
  const known_by = said
    ? said === near
      ? 'x-portico-kind'
      : 'x-portico-kind of the document'
    : is_delicate
      ? null
      : 'a document of your own: every call is charged'
  return { kind: kind === 'reference' ? 'reference' : 'live', known_by, function_id: undefined }
}

function wordOf(node: YamlNode, faults: Faults): Kind | undefined {
  const kind = KINDS.find((one) => one === node.value)
  if (!kind) faults.add(node.source, node.path, `x-portico-kind must be one of ${KINDS.join(', ')}`)
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
