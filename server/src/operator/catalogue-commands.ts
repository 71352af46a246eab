import { join } from 'node:path'
import { operator } from '@portico/contract/operator.ts'
import { checkReport, draftOverlays, openCatalogue, reportText } from '#catalogue/room.ts'
import { callServer } from '#outside/own-server.ts'
import { readBrand } from '#whitelabel/room.ts'
import { readEnv } from '../env.ts'
import type { Command } from './command.ts'

/** They read PROVIDER_DIR themselves: what stops a start has to be seen while no server runs. */
export const catalogueCommands: Command[] = [
  {
    name: 'catalogue check',
    usage: 'catalogue check',
    about:
      'Shows what the gateway understands of each path in PROVIDER_DIR, and how that differs from the running server.',
    arguments: 0,
    options: {},
    needs_server: false,
    run: async (door) => {
      const { provider_dir } = readEnv()
      const loaded = door ? await callServer(door, operator.loadedCatalogue, {}).catch(() => undefined) : undefined
      const data = checkReport(openCatalogue(provider_dir, readBrand(provider_dir).product), loaded?.paths ?? null)
      return { data, text: reportText(data) }
    },
  },
  {
    name: 'catalogue draft',
    usage: 'catalogue draft',
    about:
      'Prints overlays with the bounds, defaults and required fields that descriptions say in words. Read before use.',
    arguments: 0,
    options: {},
    needs_server: false,
    run: async () => {
      const { provider_dir } = readEnv()
      const data = draftOverlays(join(provider_dir, 'openapi'), readBrand(provider_dir).product)
      const texts = data.map(({ document, text }) => `# overlays/${document.replace(/\.\w+$/, '')}.yaml\n${text}`)
      return { data, text: texts.join('---\n') || 'No description says a bound in words.' }
    },
  },
]
