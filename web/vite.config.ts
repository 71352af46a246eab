import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

/** Small and seldom drawn again: the compiler's memory would cost more to load than it saves. Screens, tables and charts have it. */
const PLAIN = /\/web\/src\/(app|i18n|lib|session|shell|theme|whitelabel|screens\/auth)\/|\/web\/src\/ui\/[^/]+$/
/** Parts nearly every signed-in screen begins with. */
const ON_EVERY_SCREEN = /\/web\/src\/ui\/(badge|card|empty|load-error|page-header|skeleton)\./

/** Follows the imports of the shell, so that it carries what it needs and nothing that only screens need. */
function shellNeeds(): Plugin & { has: (id: string) => boolean } {
  const imports = new Map<string, readonly string[]>()
  const needed = new Set<string>()
  const follow = (id: string) => {
    for (const next of imports.get(id) ?? []) {
      if (needed.has(next)) continue
      needed.add(next)
      follow(next)
    }
  }
  return {
    name: 'shell-needs',
    moduleParsed({ id, importedIds }) {
      imports.set(id, importedIds)
    },
    buildEnd() {
      for (const id of imports.keys()) if (id.endsWith('/web/src/shell/shell.tsx')) follow(id)
    },
    has: (id) => needed.has(id),
  }
}

export default defineConfig(({ command, isSsrBuild }) => {
  const shell = shellNeeds()
  return {
    plugins: [react({ compiler: true, ...(command === 'build' && { exclude: [/\/node_modules\//, PLAIN] }) }), shell],
    server: {
      proxy: {
        '^/(api/|assets/i18n/|ngsw-worker\\.js$|manifest\\.webmanifest$|healthz|readyz|metrics|v3/|sandbox/)': SERVER,
      },
    },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      target: 'es2023',
      sourcemap: 'hidden',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...(!isSsrBuild && {
        rolldownOptions: {
          output: {
            chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
            codeSplitting: {
              groups: [
                // What the entry needs in one file, what the shell needs in another; the rest goes by which screens share it.
                { name: 'core', tags: ['$initial'], priority: 3 },
                { name: 'shell', test: (id) => shell.has(id) || ON_EVERY_SCREEN.test(id), priority: 2 },
                {
                  name: 'parts',
                  test: /\/(web\/src|node_modules)\//,
                  minShareCount: 2,
                  entriesAware: true,
                  priority: 1,
                },
              ],
            },
          },
        },
      }),
    },
  }
})
