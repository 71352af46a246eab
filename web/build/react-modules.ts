import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const PARTS = ['react', 'react/jsx-runtime', 'react/compiler-runtime', 'react-dom', 'react-dom/client']
const MARK = '\0module:'

/**
 * React comes as CommonJS, which every chunk would unwrap for itself, with helpers in a file of their own, and read through
 * an object at every use. Behind real exports a use is one name, and only the first file unwraps.
 */
export function reactModules(): Plugin {
  const require = createRequire(import.meta.url)
  return {
    name: 'react-modules',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    resolveId(source, importer, { kind }) {
      // What asks by require() wants the object itself: React's own parts do.
      if (!PARTS.includes(source) || kind === 'require-call' || importer?.startsWith(MARK)) return null
      return MARK + source
    },
    load(id) {
      if (!id.startsWith(MARK)) return null
      const part = id.slice(MARK.length)
      const names = Object.keys(require(part)).filter((name) => /^[A-Za-z]\w*$/.test(name))
      const exported = names.map((name) => `export const ${name} = /*#__PURE__*/(() => all.${name})()`)
      const code = [`import all from '${part}'`, 'export default all', ...exported].join('\n')
      return { code, moduleSideEffects: false }
    },
  }
}
