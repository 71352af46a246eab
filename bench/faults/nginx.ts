// nginx with deploy/nginx.conf on our own ports: without TLS, or with a certificate made for its name.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/ready/folders.mjs'
import { freePort, freshFolder } from '../run-server.ts'

const PROGRAM = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(existsSync)
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Undefined if nginx is not installed. `name` is the public host name. */
export async function startNginx(ports: number[], { name = '127.0.0.1', tls = false } = {}) {
  if (!PROGRAM) return undefined
  const folder = freshFolder()
  const [port, http_port] = [await freePort(), await freePort()]
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${ports.at(-1)}`)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port}${tls ? ' ssl' : ''}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${http_port}`)
    .replaceAll('server_name api.example.com', `server_name ${name}`)
    .replaceAll(/^\s*ssl_certificate(?:_key)? .*\/(api\.example\.com\.(?:pem|key));$/gm, (_, file) =>
      file.endsWith('key') ? `ssl_certificate_key ${folder}/${file};` : `ssl_certificate ${folder}/${file};`,
    )
  if (tls) makeCertificate(folder, name)
  const paths = TEMPORARY.map((one) => `${one}_temp_path ${folder}/${one};`)
  const config = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 4096; } http { access_log off; ${paths.join(' ')} ${tls ? site : withoutTls(site)} }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn(PROGRAM, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    http_port,
    stop: async () => {
      child.kill('SIGQUIT')
      await ended
    },
  }
}

const withoutTls = (site: string) => site.replaceAll(/^\s*ssl_.*$/gm, '')

function makeCertificate(folder: string, name: string): void {
  const files = ['-keyout', join(folder, 'api.example.com.key'), '-out', join(folder, 'api.example.com.pem')]
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...names], {
    stdio: 'ignore',
  })
}
