import { answerSchema, fieldsOf, itemsOf } from './result-list.ts'
import { child, items, type Library, own, type YamlNode } from './yaml-node.ts'

const PROTOCOLS = ['envelope', 'plain']

/**
 * Whether an operation passes as it is. The operator's word goes first; then its answer says whether it is the family's envelope,
 * and where no answer is described, paths under `/v3` are taken to be of the family.
 */
export function speaksPlain(library: Library, path: string, operation: YamlNode, said: YamlNode | undefined): boolean {
  if (said) {
    if (!PROTOCOLS.includes(String(said.value)))
      library.faults.add(said.source, said.path, `x-portico-protocol must be one of ${PROTOCOLS.join(', ')}`)
    return said.value === 'plain'
  }
  const schema = answerSchema(library, operation)
  if (!schema) return !path.startsWith('/v3/')
  const tasks = fieldsOf(library, schema).get('tasks')
  return !(tasks && fieldsOf(library, itemsOf(library, tasks)).has('result'))
}

/** What the documented address of a server says before every path: `https://{host}/v1` → `/v1`, variables by their defaults. */
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
