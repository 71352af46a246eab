// The server of this checkout in few files, in a folder of the build cache: `node tools/bundle/build.ts <folder>`.
import { root } from '../ready/folders.mjs'
import { bundleServer } from './bundle-server.ts'

const [out = ''] = process.argv.slice(2)
await bundleServer({ root, out, home: root })
