import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

/** Parts of the kit that public pages use live in the entry; what several signed-in screens share travels with the shell. */
const WITH_THE_ENTRY =
  /\/ui\/(icon|icon-paths|button|brand-mark|field|field-frame|select|checkbox|snackbar|snackbar-stack|spinner|texts|class-names|banner|visually-hidden|css-vars)\./
const WITH_THE_SHELL =
  /\/web\/src\/(ui|shell)\/|\/web\/src\/(lib\/query-client|session\/credits)\.|node_modules\/@tanstack\/(react-)?query/

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ compiler: true })],
  server: { proxy: { '^/(api/|assets/i18n/|healthz|readyz|metrics|v3/|sandbox/)': SERVER } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: 'es2023',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'shell',
                test: (id: string) => WITH_THE_SHELL.test(id) && !WITH_THE_ENTRY.test(id),
                minShareCount: 2,
              },
            ],
          },
        },
      },
    }),
  },
}))
