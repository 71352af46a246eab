import { type IconName, iconPaths } from '#ui/icon/icon-paths.ts'

/** The server names icons by the kit's own names; one we do not have gets a neutral one. */
export function iconOf(name: string): IconName {
  return name in iconPaths ? (name as IconName) : 'dashboard'
}
