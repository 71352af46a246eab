import { spawnSync } from 'node:child_process'

/** A release is run by another user than made it (DynamicUser of systemd, the user of the image), so every user may read its files. */
export function makeReadable(folder: string): void {
  const { status, stderr } = spawnSync('chmod', ['-R', 'u=rwX,go=rX', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`chmod failed: ${stderr}`)
}
