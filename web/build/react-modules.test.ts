import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reactModules } from './react-modules.ts'

let folder: string
beforeEach(() => {
  // Inside the house, where React is found.
  const workshop = resolve(import.meta.dirname, '../../.cache')
  mkdirSync(workshop, { recursive: true })
  folder = mkdtempSync(join(workshop, 'react-modules-'))
  writeFileSync(
    join(folder, 'main.js'),
    "import * as React from 'react'\nimport { createRoot } from 'react-dom/client'\nexport { React, createRoot }\nexport const later = () => import('./later.js')",
  )
  writeFileSync(
    join(folder, 'later.js'),
    "import { useState } from 'react'\nimport { jsx } from 'react/jsx-runtime'\nexport const View = () => jsx('p', { children: useState('said')[0] })\nexport { useState }",
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a chunk uses the names of React without unwrapping it, and it is the same React everywhere', async () => {
  const made = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [reactModules()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(folder, 'out'),
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, 'main.js'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })) as Rolldown.RolldownOutput
  const later = made.output.find((part) => part.type === 'chunk' && part.name === 'later')
  expect(later && 'code' in later ? later.code : '').toMatch(/jsx\("p", \{ children: useState\("said"\)\[0\] \}\)/)
  const main = await import(join(folder, 'out/main.mjs'))
  const { useState } = await main.later()
  expect(useState).toBe(main.React.useState)
  expect(main.createRoot).toBeTypeOf('function')
})
