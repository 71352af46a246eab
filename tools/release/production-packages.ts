import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Locked {
  dev?: boolean
  devOptional?: boolean
  link?: boolean
}

/** Copies what is installed here and, as the lock says, not for development only; says how many packages that are. */
export function copyProduction(root: string, target: string): number {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const places = productionPlaces(packages).filter((place) => existsSync(join(root, place)))
  for (const place of places) {
    mkdirSync(dirname(join(target, place)), { recursive: true })
    // What lies inside and is needed is listed by itself.
    cpSync(join(root, place), join(target, place), {
      recursive: true,
      filter: (from) => !relative(join(root, place), from).split('/').includes('node_modules'),
    })
  }
  mkdirSync(join(target, 'node_modules/@portico'), { recursive: true })
  symlinkSync('../../contract', join(target, 'node_modules/@portico/contract'))
  return places.length
}

/** Links are our own packages, which are built; packages for another platform are in the lock and not installed. */
export function productionPlaces(packages: Record<string, Locked>): string[] {
  return Object.entries(packages)
    .filter(([place, { dev, devOptional, link }]) => place.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([place]) => place)
}
