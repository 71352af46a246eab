// nginx with the sample file itself, on a port of ours and without TLS.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/ready/place.mjs'
import { freePort, freshFolder } from '../run-server.ts'

const PROGRAM = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(existsSync)

export async function startNginx(ports: number[]): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!PROGRAM) return undefined
  const folder = freshFolder()
  const port = await freePort()
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_.*$/gm, '')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const config = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 4096; } http { access_log off; ${paths.join(' ')} ${site} }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn(PROGRAM, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGQUIT')
      await ended
    },
  }
}
