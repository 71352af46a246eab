import { rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import { compileMessages } from './compile-messages.ts'
import { compressFiles } from './compress.ts'

/** The whole web build: the page, the function that draws public pages on the server, the translations. */
const root = resolve(import.meta.dirname, '..')
const dist = resolve(root, 'dist')
const shared = { root, configFile: resolve(root, 'vite.config.ts'), logLevel: 'warn' as const }

rmSync(dist, { recursive: true, force: true })
await build({ ...shared, build: { outDir: 'dist/client', manifest: true, rolldownOptions: { input: 'src/main.tsx' } } })
await build({ ...shared, publicDir: false, build: { outDir: 'dist/server', ssr: 'src/render.tsx', sourcemap: false } })
const hashes = compileMessages(resolve(root, 'i18n'), resolve(dist, 'client/assets/i18n'))
writeFileSync(resolve(dist, 'messages.json'), JSON.stringify(hashes))
compressFiles(resolve(dist, 'client/assets'))
