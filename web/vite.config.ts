import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareEndpoints } from './build/bare-endpoints.ts'
import { chunks } from './build/chunks.ts'
import { classNames } from './build/class-names.ts'
import { cssLayers } from './build/css-layers.ts'
import { joinRuntime } from './build/join-runtime.ts'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

/** Small and seldom drawn again: the compiler's memory would cost more to load than it saves. Screens, tables and charts have it. */
const PLAIN = /\/web\/src\/(?!screens\/(?!auth\/)|ui\/(chart|table)\/)/

export default defineConfig(({ command, isSsrBuild, mode }) => {
  const isConsole = mode === 'operator'
  const files = chunks()
  return {
    plugins: [
      bareEndpoints(),
      cssLayers(resolve(import.meta.dirname, 'src')),
      react({ compiler: true, ...(command === 'build' && { exclude: [/\/node_modules\//, PLAIN] }) }),
      files.plugin,
      ...(isSsrBuild || isConsole ? [] : [joinRuntime()]),
    ],
    server: {
      proxy: {
        '^/(api/|assets/i18n/|ngsw-worker\\.js$|manifest\\.webmanifest$|healthz|readyz|metrics|v3/|sandbox/)': SERVER,
      },
    },
    css: {
      modules: { localsConvention: 'camelCaseOnly', generateScopedName: classNames(import.meta.dirname) },
    },
    build: {
      target: 'es2023',
      sourcemap: 'hidden',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...(!isSsrBuild && {
        rolldownOptions: {
          // Names of numbers cost nothing: each use has the number.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            chunkFileNames: ({ name }) => `assets/${isConsole ? 'operator-' : ''}${name.replace(/~.*/, '')}-[hash].js`,
            codeSplitting: { groups: isConsole ? files.ofConsole : files.groups },
          },
        },
      }),
    },
  }
})
