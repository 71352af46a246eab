// The API server, restarted when its files change, and Vite, which forwards API requests to it.
import { spawn } from 'node:child_process'

const port = process.env.PORTICO_DEV_PORT ?? '5173'
const watched = ['server/src', 'contract/src'].map((folder) => `--watch-path=${folder}`)
const env = { ...process.env, PORTICO_DEV: '1' }

const children = [
  spawn(process.execPath, [...watched, '--watch-preserve-output', 'server/src/main.ts'], { stdio: 'inherit', env }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'web', '--port', port, '--strictPort'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  }),
]
console.log(`portico: open http://localhost:${port}`)

let isStopping = false

function stop() {
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) {
  child.on('exit', (code) => {
    // When one process ends, the other is stopped; being stopped is not a failure.
    if (!isStopping) process.exitCode = code ?? 1
    stop()
  })
}
