import { matchesGlob } from 'node:path'
import type { Node } from 'oxc-parser'
import { dotted } from './facts.ts'
import { at, isTest, type Source, walk } from './tree.ts'

const attributes = ['to', 'href', 'action', 'formAction']
const calls = /^(\w+\.)*(navigate|redirect|preloadRoute)$|^(\w+\.)?(history|location|router)\.\w+$|^(window\.)?open$/
const assignments = /(^|\.)location(\.(href|pathname))?$/
/** Where paths are written, and paths that are files and no screens. */
const homes = ['web/src/lib/paths.ts']
const filePaths = /^\/assets\//

/** Product paths written by hand in links and navigation; they belong in paths.ts. */
export function checkPaths(sources: Source[]): string[] {
  return sources
    .filter((source) => source.path.startsWith('web/src/') && !isTest(source))
    .filter(({ path }) => !homes.some((home) => matchesGlob(path, home)))
    .flatMap((source) =>
      handWritten(source).map(({ path, start }) => `${at(source, start)} ${path}: take it from lib/paths.ts`),
    )
}

function handWritten(source: Source): { path: string; start: number }[] {
  const found: { path: string; start: number }[] = []
  const look = (node: Node | null | undefined) => {
    const path = node ? pathIn(node) : undefined
    if (node && path?.startsWith('/') && !filePaths.test(path)) found.push({ path, start: node.start })
  }
  walk(source, {
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && attributes.includes(name.name)) look(value)
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!first || !calls.test(dotted(callee))) return
      look(first)
      if (first.type !== 'ObjectExpression') return
      for (const property of first.properties) {
        if (property.type === 'Property' && attributes.includes(dotted(property.key))) look(property.value)
      }
    },
    AssignmentExpression: ({ left, right }) => {
      if (assignments.test(dotted(left))) look(right)
    },
  })
  return found
}

/** The text a value begins with, when it is written out. */
function pathIn(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.raw
  if (node.type === 'JSXExpressionContainer') return pathIn(node.expression)
  if (node.type === 'ConditionalExpression') return pathIn(node.consequent) ?? pathIn(node.alternate)
  if (node.type === 'BinaryExpression') return pathIn(node.left)
  return undefined
}
