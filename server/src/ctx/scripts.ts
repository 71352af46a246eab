import type { Category, PublicScript } from '@portico/contract/script-settings.ts'

/** A third-party script, as the operator configured it. */
export interface Script extends PublicScript {
  script: URL
  global: string
  /** Other origins it may load from and connect to. */
  origins: string[]
  /** Signs the user's identity for the chat; empty for all others. */
  secret: string
}

export interface Scripts {
  frame_origin: URL | null
  /** Categories of consent to ask for, whatever scripts there are. */
  ask_for: Category[]
  asks: Category[]
  parties: Script[]
  revision: string
}
