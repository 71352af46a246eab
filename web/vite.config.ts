import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { planChunks } from './build/plan-chunks.ts'
import { reactModules } from './build/react-modules.ts'
import { shortClasses } from './build/short-classes.ts'
import { splitContract } from './build/split-contract.ts'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

/** The compiler's memory is two fifths of a screen's code: it pays where much is drawn again and again, in charts and long lists. */
const DRAWN_OFTEN = /\/web\/src\/(screens\/(databases|errors|playground|usage)|ui\/(chart|table))\/.+\.tsx?$/

export default defineConfig(({ command, isSsrBuild }) => {
  const chunks = planChunks()
  return {
    plugins: [
      react({ compiler: true, ...(command === 'build' && { include: DRAWN_OFTEN }) }),
      splitContract(),
      reactModules(),
      chunks.plugin,
    ],
    server: {
      proxy: {
        '^/(api/|assets/i18n/|ngsw-worker\\.js$|manifest\\.webmanifest$|healthz|readyz|metrics|v3/|sandbox/)': SERVER,
      },
    },
    css: {
      modules: {
        localsConvention: 'camelCaseOnly',
        ...(command === 'build' && { generateScopedName: shortClasses(import.meta.dirname) }),
      },
    },
    build: {
      target: 'es2023',
      sourcemap: 'hidden',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...(!isSsrBuild && {
        rolldownOptions: {
          output: {
            chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
            codeSplitting: { groups: chunks.groups },
          },
        },
      }),
    },
  }
})
