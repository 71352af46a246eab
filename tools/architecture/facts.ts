import type { Node } from 'oxc-parser'
import { importsOf } from './imports.ts'
import { type Source, walk } from './tree.ts'

/** What a file does, as plain words that a rule can match: `call Date.now`, `new Date()`, `member process.env`, `tag sql`,
 * `name localStorage`, `import undici`, `set trustProxy true`, `text to setTimeout`, `listed admin` (in an array or a union),
 * `compared admin`, `quoted admin` (in a template text). */
export type Fact = { words: string; start: number }

export function factsOf(source: Source): Fact[] {
  const facts: Fact[] = importsOf(source).map(({ specifier, start }) => ({ words: `import ${specifier}`, start }))
  const add = (words: string, { start }: Node) => facts.push({ words, start })
  walk(source, {
    MemberExpression: (node) => add(`member ${dotted(node)}`, node),
    CallExpression: (node) => {
      add(`call ${dotted(node.callee)}`, node)
      const [first] = node.arguments
      if (first?.type === 'Literal' && typeof first.value === 'string') add(`text to ${dotted(node.callee)}`, node)
    },
    NewExpression: (node) => add(`new ${dotted(node.callee)}${node.arguments.length ? '' : '()'}`, node),
    TaggedTemplateExpression: (node) => add(`tag ${dotted(node.tag)}`, node),
    ArrayExpression: (node) => {
      for (const element of node.elements) if (element?.type === 'Literal') add(`listed ${element.value}`, element)
    },
    TSUnionType: (node) => {
      for (const type of node.types)
        if (type.type === 'TSLiteralType' && type.literal.type === 'Literal') add(`listed ${type.literal.value}`, type)
    },
    BinaryExpression: (node) => {
      for (const side of [node.left, node.right]) if (side.type === 'Literal') add(`compared ${side.value}`, side)
    },
    TemplateElement: (node) => {
      for (const [, word] of node.value.raw.matchAll(/'(\w+)'/g)) add(`quoted ${word}`, node)
    },
    Identifier: (node) => add(`name ${node.name}`, node),
    JSXIdentifier: (node) => add(`name ${node.name}`, node),
    Property: (node) => {
      if (node.value.type === 'Literal') add(`set ${dotted(node.key)} ${node.value.value}`, node)
    },
  })
  return facts
}

/** `a.b.c` of a chain of names; what is not a name in it is `?`. */
export function dotted(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'Literal':
      return String(node.value)
    case 'MemberExpression':
      return `${dotted(node.object)}.${node.computed && node.property.type !== 'Literal' ? '?' : dotted(node.property)}`
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return dotted(node.expression)
    default:
      return '?'
  }
}
