import type { FastifyInstance } from 'fastify'

/** Fastify prints its routes as a tree; a route’s path is joined from the branches that lead to it. */
export function routesOf(server: Pick<FastifyInstance, 'printRoutes'>): string[] {
  const way: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│ ]*[├└]── )(\S*)(?: \((.+)\))?$/.exec(line) ?? []
      way.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, part)
      return methods ? [way.join('')] : []
    })
}
