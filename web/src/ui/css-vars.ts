import type { CSSProperties } from 'react'

/** Custom properties for a `style` prop. On the client only: a style attribute in served HTML would break the policy. */
export function cssVars(vars: Record<`--${string}`, string>): CSSProperties {
  return vars as CSSProperties
}
