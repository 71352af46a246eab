import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

const WITH_THE_SHELL = /\/web\/src\/(ui|shell|lib|session)\/|node_modules\/@tanstack\/(react-)?query/

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
              // What the entry needs in one file; what signed-in screens share travels with the shell.
              { name: 'core', tags: ['$initial'], priority: 2 },
              { name: 'shell', test: WITH_THE_SHELL, minShareCount: 2, priority: 1 },
            ],
          },
        },
      },
    }),
  },
}))
