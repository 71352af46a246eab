import type { Entry } from './entry.ts'
import { type LeftOut, leftOut, removal, whereOf } from './left-out.ts'
import type { YamlNode } from './yaml-node.ts'

type Placed = Pick<Entry, 'id' | 'function_id' | 'http_method' | 'path' | 'plain'> & { node: YamlNode }

/** Two paths that differ only in template names, or in a fragment without conditions, are the same path for a caller. */
export function withoutTwins<T extends Placed>(operations: T[], left_out: LeftOut[]): T[] {
  const known = new Map<string, T>()
  return operations.filter((operation) => {
    const { http_method, path, plain } = operation
    const shape = JSON.stringify([http_method, path.replaceAll(/\{[^{}]+\}/g, '{}'), plain?.when ?? []])
    const twin = known.get(shape)
    if (!twin) known.set(shape, operation)
    else {
      const { id, node, function_id } = operation
      const reason = () => `it stands in ${whereOf(twin.node)} already`
      const lines = removal(['paths', String(node.path[1]), http_method.toLowerCase()])
      left_out.push(leftOut({ id, node, why: 'fault', reason, ...lines, function_id }))
    }
    return !twin
  })
}
