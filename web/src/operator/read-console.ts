import type { Boot } from '@portico/contract/boot.ts'
import type { StaffRole } from '@portico/contract/staff-permissions.ts'
import type { TextHashes } from './console-texts.ts'

/** The person at the console. */
export interface Me {
  email: string
  role: StaffRole
}

/** The data in the console's document. The server gives it to staff alone. */
export function readConsole(): { boot: Boot; me: Me; texts: TextHashes } {
  const { email, role, texts } = JSON.parse(textOf('console'))
  return { boot: JSON.parse(textOf('boot')), me: { email, role }, texts }
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? ''
}
