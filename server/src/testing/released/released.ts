/** The last version that was released, which runs beside this one during an update. */
export const RELEASED = {
  version: '0.2.0',
  commit: 'cef1ce47',
  /** How many migrations it has, and the hash of all their text. */
  migrations: 59,
  sha256: '2744e16b4e3dbeab6f72b01165e663ea8ead774b0160c68e06a2e83866e3b896',
} as const
