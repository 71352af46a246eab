import { spawnSync } from 'node:child_process'

/** A release is run by another user than the one who made it (systemd's DynamicUser, the user of the image), so its files are for every user to read. */
export function makeReadable(folder: string): void {
  const { status, stderr } = spawnSync('chmod', ['-R', 'u=rwX,go=rX', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`chmod failed: ${stderr}`)
}
