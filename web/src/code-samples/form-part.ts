import * as body from '@portico/contract/body-parts.ts'
import { inScript } from './literals.ts'

/** The head of a part of a form, as a text of the program. */
export function partHead(name: string, file?: string): string {
  return inScript(body.partHead(name, file))
}
