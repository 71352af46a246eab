import type { ReactNode } from 'react'

/** Leaves the product, in a tab of its own, and takes nothing along. */
export function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
