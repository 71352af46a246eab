import { Resolver } from 'node:dns/promises'

/** What a domain says of itself in the DNS. */
export interface DomainRecords {
  /** The TXT records under a name, each in one piece; none when there is no such name or nobody answers. */
  txt(name: string): Promise<string[]>
}

const PATIENCE = { timeout: 2_000, tries: 2 }

/** `server`: an address and port to ask in place of the system's. */
export function openDomainRecords(server: string | undefined): DomainRecords {
  return {
    async txt(name) {
      const resolver = new Resolver(PATIENCE)
      if (server) resolver.setServers([server])
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch {
        return []
      }
    },
  }
}
