import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react({ compiler: true })],
  build: { target: 'es2023', sourcemap: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
})
