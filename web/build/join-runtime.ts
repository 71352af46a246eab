import type { Plugin } from 'vite'

const IMPORT = /import\{([^}]*)\}from"\.\/(rolldown-runtime-[\w-]+\.js)"/
const EXPORT = /export\{([^}]*)\};?\s*$/

/**
 * The bundler keeps its three helpers in a file of their own, and a first visitor would ask for it: a request for 400 bytes.
 * They move to the end of the entry, which is on every page; everybody else imports them from there.
 */
export function joinRuntime(): Plugin {
  return {
    name: 'join-runtime',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (!runtime || !entry) return
      const path = (file: string) => file.replace('assets/', '')
      for (const chunk of chunks) {
        if (chunk === runtime || !chunk.imports.includes(runtime.fileName)) continue
        chunk.code =
          chunk === entry ? withHelpers(chunk.code, runtime.code) : fromEntry(chunk.code, path(entry.fileName))
        chunk.imports = [
          ...new Set(chunk.imports.map((file) => (file === runtime.fileName ? entry.fileName : file))),
        ].filter((file) => file !== chunk.fileName)
      }
      delete bundle[runtime.fileName]
    },
  }
}

/** Nothing else moves, so that the source map stays true. */
export function withHelpers(code: string, runtime: string): string {
  const names = /import\{([^}]*)\}/.exec(IMPORT.exec(code)?.[0] ?? '')?.[1]
  const exported = EXPORT.exec(runtime)?.[1]
  if (names === undefined || exported === undefined)
    throw new Error('the helpers of the bundler are not where they were')
  const taken = names.split(',').map((name) => name.replace(' as ', ':'))
  const given = exported.split(',').map((pair) => pair.split(' as '))
  const body = runtime.replace(EXPORT, '')
  const joined = replaceKeepingLength(code, `var{${taken}}=__helpers()`)
  return `${joined}
function __helpers(){${body}return{${given.map(([own, name]) => `${name}:${own}`)}}}
export const{${given.map(([, name]) => `${name}:__${name}`)}}=__helpers();
`
}

export function fromEntry(code: string, entry: string): string {
  const names = IMPORT.exec(code)?.[1]
    ?.split(',')
    .map((name) => `__${name.includes(' as ') ? name : `${name} as ${name}`}`)
  if (!names) throw new Error('the helpers of the bundler are not where they were')
  return replaceKeepingLength(code, `import{${names}}from"./${entry}"`)
}

function replaceKeepingLength(code: string, by: string): string {
  return code.replace(IMPORT, (was) => {
    if (by.length > was.length) throw new Error('the helpers of the bundler are longer than before')
    return by.padEnd(was.length)
  })
}
