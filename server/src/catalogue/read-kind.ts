import { KINDS, type Kind } from './entry.ts'
import type { Faults } from './faults.ts'
import { isIdField, type PathShape, ruleFor } from './kind-rules.ts'
import type { Protocol } from './result-list.ts'
import type { YamlNode } from './yaml-node.ts'

export interface ReadKind {
  /** `never`: the operator's answer takes the operation out. */
  kind: Kind | 'never'
  known_by: string | null
  /** Set by the matching rule when it differs from the path. */
  function_id: string | undefined
}

/** `x-portico-kind` at the operation or its path, and for all operations of the document that no rule matches. */
export interface KindWords {
  near: YamlNode | undefined
  document: YamlNode | undefined
}

/** An operation's kind by `x-portico-kind` and the table of rules. */
export function readKind(
  shape: PathShape,
  { near, document }: KindWords,
  protocol: Protocol,
  faults: Faults,
): ReadKind {
  if (protocol === 'plain') return readPlainKind(shape, near, document, faults)
  const rule = ruleFor(shape)
  const function_id = rule?.function_id
  const kind = near && wordOf(near, faults)
  if (near && kind) {
    // One extension for a whole list of paths must not expose the operator's own account.
    if (protocol === 'family' && rule?.kind === 'account' && kind !== 'account')
      faults.add(
        near.source,
        near.path,
        `${shape.words.join('/')} is an account function: x-portico-kind must be account`,
      )
    return { kind, known_by: 'x-portico-kind', function_id }
  }
  if (rule) return { kind: rule.kind, known_by: rule.by, function_id }
  const general = document && wordOf(document, faults)
  if (general) return { kind: general, known_by: 'x-portico-kind of the document', function_id }
  return { kind: 'live', known_by: null, function_id }
}

/**
 * An operation of a plain document can only be charged or free: the family's path words mean nothing there. One that looks like the
 * operator's account needs its own extension, because one for the whole document must not expose it.
 */
function readPlainKind(
  shape: PathShape,
  near: YamlNode | undefined,
  document: YamlNode | undefined,
  faults: Faults,
): ReadKind {
  const { verdict } = shape
  if (verdict?.kind && !near) return { kind: verdict.kind, known_by: 'x-portico-answers', function_id: undefined }
  const extension = near ?? (verdict ? undefined : document)
  const kind = extension && wordOf(extension, faults)
  if (extension && kind && kind !== 'live' && kind !== 'reference')
    faults.add(
      extension.source,
      extension.path,
      'x-portico-kind must be live or reference where no envelope is spoken; what nobody may call is taken out by an overlay (remove: true)',
    )
  const known_by = extension
    ? extension === near
      ? 'x-portico-kind'
      : 'x-portico-kind of the document'
    : verdict
      ? null
      : 'a document of your own: every call is charged'
  return { kind: kind === 'reference' ? 'reference' : 'live', known_by, function_id: undefined }
}

function wordOf(node: YamlNode, faults: Faults): Kind | undefined {
  const kind = KINDS.find((one) => one === node.value)
  if (!kind) faults.add(node.source, node.path, `x-portico-kind must be one of ${KINDS.join(', ')}`)
  return kind
}

/** The parameter or field that names the task. */
export function taskIdIn(
  kind: Kind,
  { templates, fields }: PathShape,
): { template: string } | { field: string } | null {
  if (kind !== 'task_get') return null
  const template = templates.find(isIdField) ?? (templates.length === 1 ? templates[0] : undefined)
  return template === undefined ? { field: fields.find(isIdField) ?? 'id' } : { template }
}
