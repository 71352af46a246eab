import type { ReactNode } from 'react'
import { useUiTexts } from '../texts.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Leaves the product, in a new tab, and sends no referrer. Screen readers announce the new tab. */
export function ExternalLink({ to, children }: { to: string; children: ReactNode }) {
  const texts = useUiTexts()
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden>, {texts.opensInNewTab}</VisuallyHidden>
    </a>
  )
}
