import type { Faults } from './faults.ts'
import type { Operation } from './read-operations.ts'

/** Addresses of the dashboard, its API and its files, by their first word. */
const TAKEN =
  /^(api(-.*)?|v3|sandbox|assets|webhooks|mcp|o|token|users|databases|development|backlinks-.*|h2h-.*|login.*|signin.*|signup|register|activate.*|accept-invitation|forgot-password|reset-password|resend-activation|restore-email|unsubscribe|socialite.*|third-party|test-processor|outbox|healthz|readyz|metrics|robots\.txt|manifest\.webmanifest|brand-.*|brand|ngsw.*|offline-.*|favicon.*|404)$/

/** The first words of the paths that are answered outside of `/v3`. One the dashboard needs itself stops the start. */
export function plainRoots(operations: readonly Operation[], faults: Faults): string[] {
  const roots = new Set<string>()
  for (const { plain, path, place } of operations) {
    const [, root = ''] = path.split('/')
    if (!plain || root === 'v3') continue
    if (TAKEN.test(root) || root.includes('{') || root === '')
      faults.add(
        place.source,
        place.path,
        `${path} begins with an address of the dashboard: give the document a path of its own, servers: [{ url: https://api.example.com/v1 }]`,
      )
    roots.add(root)
  }
  faults.settle()
  return [...roots]
}
