import { Resolver } from 'node:dns/promises'

/** Reads the DNS records of a domain. */
export interface DomainRecords {
  /** The TXT records under a name, each in one piece; empty when the name does not exist or no server answers. */
  txt(name: string): Promise<string[]>
}

const RESOLVER_OPTIONS = { timeout: 2_000, tries: 2 }

/** `server`: address and port of a resolver to use instead of the system's. */
export function openDomainRecords(server: string | undefined): DomainRecords {
  return {
    async txt(name) {
      const resolver = new Resolver(RESOLVER_OPTIONS)
      if (server) resolver.setServers([server])
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch {
        return []
      }
    },
  }
}
