import type { Boot } from '@portico/contract/boot.ts'

export interface Circumstances {
  worker: Boot['worker']
  agent: string
  protocol: string
}

/** Edge names itself by system: Edge, Edg, EdgA, EdgiOS. */
const EDGE = /\bEdg(e|A|iOS)?\//

/** Only where the browser is not an Edge agent and the page not on plain http, unless the operator wants it there too. */
export function mayRegister({ worker, agent, protocol }: Circumstances): boolean {
  return worker !== 'off' && !EDGE.test(agent) && (protocol === 'https:' || worker === 'always')
}
