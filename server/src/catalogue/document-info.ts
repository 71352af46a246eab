import { noDocument } from './document-form.ts'
import { readFolder } from './read-yaml.ts'
import { own } from './yaml-node.ts'

/** Title and server of the first document in a folder, as proposals for the operator. */
export function documentInfo(folder: string): { title: string; server: string | undefined } {
  const documents = readFolder(folder, { product: 'portico' }).filter(({ value }) => noDocument(value) === undefined)
  const [first] = documents.map(({ value }) => value)
  const title = own(own(first, 'info'), 'title')
  const url = own(own(own(first, 'servers'), 0), 'url')
  return {
    title: typeof title === 'string' ? title : '',
    server: typeof url === 'string' && /^https?:\/\/[^{}?#]+$/.test(url) && URL.canParse(url) ? url : undefined,
  }
}
