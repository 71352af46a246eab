import { relative, resolve } from 'node:path'
import postcss from 'postcss'
import type { Plugin } from 'vite'
import { importsOf, type LayerOrder, layerOrder } from './layer-order.ts'

const SHEET = /\.css(\?|$)/

/**
 * Every style sheet is in a layer, and every file of style begins with the order of all of them. So it does not matter which
 * of the files a page gets first: those of the document, those a later screen brings, or those of a page that was left.
 */
export function cssLayers(src: string): Plugin {
  let order: LayerOrder = { names: [], of: new Map() }
  const read = () => {
    order = layerOrder(importsOf(src))
  }
  return {
    name: 'css-layers',
    enforce: 'pre',
    buildStart: read,
    transform: {
      filter: { id: SHEET },
      handler(code, id) {
        const file = relative(src, resolve(id.replace(/\?.*/, ''))).replaceAll('\\', '/')
        // During development a sheet may be newer than what was read.
        if (!order.of.has(file)) read()
        const layer = order.of.get(file)
        if (layer === undefined) throw new Error(`${file} is not imported by a component of web/src`)
        return { code: inLayer(code, layer, order.names), map: null }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          file.source = joined(String(file.source), order.names, file.fileName)
        }
      },
    },
  }
}

export function inLayer(css: string, layer: string, names: readonly string[]): string {
  if (/@import\b/.test(css)) throw new Error(`what ${layer} imports would be in no layer: import it in a script`)
  return `@layer ${names.join()};@layer ${layer}{${css}}`
}

/**
 * The order once and one block for each layer, as small as a file without layers. Fails on a rule outside of the layers: it
 * would win over all of them.
 */
export function joined(css: string, names: readonly string[], file: string): string {
  const blocks = new Map<string, string[]>(names.map((name) => [name, []]))
  for (const rule of postcss.parse(css).nodes) {
    const isLayer = rule.type === 'atrule' && rule.name === 'layer'
    if (isLayer && !rule.nodes) continue
    const rules = isLayer ? blocks.get(rule.params) : undefined
    if (!isLayer || !rules) throw new Error(`${file}: this is in no layer of ours: ${String(rule).slice(0, 80)}`)
    for (const inner of rule.nodes ?? []) rules.push(String(inner))
  }
  const filled = [...blocks].filter(([, rules]) => rules.length > 0)
  return `@layer ${names.join()};${filled.map(([name, rules]) => `@layer ${name}{${rules.join('')}}`).join('')}`
}
