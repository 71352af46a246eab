import { globSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Names the classes of CSS modules by where they stand: capitals for the file, the rest for the class in it. Page and server
 * are built apart and have to agree, so the name follows from the source alone.
 */
export function shortClasses(root: string, files = globSync('src/**/*.module.css', { cwd: root })) {
  const places = new Map(
    files.toSorted().map((file, at) => [file, { letters: lettersOf(at), classes: [] as string[] }]),
  )
  return (name: string, file: string): string => {
    const place = places.get(relative(root, file.replace(/\?.*/, '')))
    if (!place) throw new Error(`${file} is not one of the styles of ${root}`)
    if (!place.classes.includes(name)) place.classes.push(name)
    return place.letters + place.classes.indexOf(name).toString(36)
  }
}

function lettersOf(at: number): string {
  const rest = at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)
  return rest + String.fromCharCode(65 + (at % 26))
}
