import { answerSchema, fieldsOf, itemsOf } from './result-list.ts'
import { child, items, type Library, own, type YamlNode } from './yaml-node.ts'

const PROTOCOLS = ['envelope', 'plain']

/**
 * True for an operation of a plain document. `x-portico-protocol` decides first, then whether its answer is the family's envelope;
 * without a described answer, paths under `/v3` count as the family's.
 */
export function speaksPlain(
  library: Library,
  path: string,
  operation: YamlNode,
  extension: YamlNode | undefined,
): boolean {
  if (extension) {
    if (!PROTOCOLS.includes(String(extension.value)))
      library.faults.add(extension.source, extension.path, `x-portico-protocol must be one of ${PROTOCOLS.join(', ')}`)
    return extension.value === 'plain'
  }
  const schema = answerSchema(library, operation)
  if (!schema) return !path.startsWith('/v3/')
  const tasks = fieldsOf(library, schema).get('tasks')
  return !(tasks && fieldsOf(library, itemsOf(library, tasks)).has('result'))
}

/** The base path of the documented server: `https://{host}/v1` → `/v1`, with variables at their defaults. */
export function plainBase(root: YamlNode): string {
  const [server] = items(child(root, 'servers'))
  const url = own(server?.value, 'url')
  if (!server || typeof url !== 'string') return ''
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const usual = own(own(own(server.value, 'variables'), name), 'default')
    return typeof usual === 'string' || typeof usual === 'number' ? String(usual) : 'x'
  })
  const path = URL.parse(filled, 'https://host.invalid')?.pathname.replace(/\/+$/, '') ?? ''
  return /^(\/[\w.~-]+)*$/.test(path) ? path : ''
}
