import { HTTP_METHODS } from '@portico/contract/catalogue.ts'
import { stringify } from 'yaml'
import type { Key } from '#files/yaml-file.ts'
import { boundsInWords, isRequiredInWords } from './bounds-in-words.ts'
import { documentsOf } from './document-form.ts'
import { gatherFaults } from './faults.ts'
import { readFolder } from './read-yaml.ts'
import { child, children, follow, items, type Library, own, rootOf, type YamlNode } from './yaml-node.ts'

interface Action {
  target: string
  update: { required?: string[]; properties?: Record<string, object> }
}

/** Drafts an overlay from limits that a document's descriptions mention and its schemas lack. */
export function draftOverlays(folder: string, product: string): { document: string; text: string }[] {
  const sources = readFolder(folder, { product })
  const library: Library = {
    sources: new Map(sources.map((one) => [one.name, one])),
    faults: gatherFaults(),
    schemas: new Map(),
  }
  return documentsOf(sources).flatMap((source) => {
    const found = new Map<string, YamlNode>()
    for (const [, path] of children(child(rootOf(source), 'paths')))
      for (const method of HTTP_METHODS) {
        const body = follow(library, child(child(follow(library, path), method.toLowerCase()), 'requestBody'))
        for (const [, content] of children(child(body, 'content'))) gather(library, child(content, 'schema'), found)
      }
    const actions = [...found.values()].filter((node) => node.source === source).flatMap(actionFor)
    if (actions.length === 0) return []
    const info = { title: `What ${source.name} says in words`, version: '1' }
    return [{ document: source.name, text: stringify({ overlay: '1.0.0', info, extends: source.name, actions }) }]
  })
}

/** Every request schema with fields, at any depth. */
function gather(library: Library, written: YamlNode, into: Map<string, YamlNode>): void {
  const schema = follow(library, written)
  const name = `${schema.source.name}${jsonPath(schema.path)}`
  if (into.has(name) || schema.value === undefined) return
  into.set(name, schema)
  for (const part of ['allOf', 'anyOf', 'oneOf'])
    for (const one of items(child(schema, part))) gather(library, one, into)
  for (const [, field] of children(child(schema, 'properties'))) gather(library, field, into)
  if (child(schema, 'items').value !== undefined) gather(library, child(schema, 'items'), into)
}

function actionFor(schema: YamlNode): Action[] {
  const required: string[] = []
  const properties: Record<string, object> = {}
  const known = new Set(items(child(schema, 'required')).map(({ value }) => value))
  for (const [name, { value }] of children(child(schema, 'properties'))) {
    const description = own(value, 'description')
    if (typeof description !== 'string') continue
    if (isRequiredInWords(description) && !known.has(name)) required.push(name)
    const stated = Object.entries(boundsInWords(own(value, 'type'), description))
    const news = stated.filter(([key]) => own(value, key) === undefined)
    if (news.length > 0) properties[name] = Object.fromEntries(news)
  }
  if (required.length === 0 && Object.keys(properties).length === 0) return []
  const update = { ...(required.length > 0 && { required }), ...(Object.keys(properties).length > 0 && { properties }) }
  return [{ target: jsonPath(schema.path), update }]
}

function jsonPath(path: readonly Key[]): string {
  return `$${path.map((key) => (typeof key === 'number' ? `[${key}]` : `['${key.replaceAll(/[\\']/g, '\\$&')}']`)).join('')}`
}
