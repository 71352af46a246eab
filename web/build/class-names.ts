import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * Class names in the page consist of the name in the sheet and the sheet's mark. They are short, because each is sent
 * twice, in style and in script.
 */
export function classNames(root: string): (name: string, file: string) => string {
  const owners = new Map<string, string>()
  return (name, file) => {
    const sheet = relative(root, file.replace(/\?.*/, '')).replaceAll('\\', '/')
    const mark = createHash('sha256').update(sheet).digest('hex').slice(0, 4)
    const owner = owners.get(mark) ?? sheet
    if (owner !== sheet) throw new Error(`${owner} and ${sheet} would share their names: rename one of them`)
    owners.set(mark, sheet)
    return `${name}_${mark}`
  }
}
