// docs/sell-your-own-api.md followed word for word (`npm run prove -- provider`): its files are written and its commands run one after
// the other in one shell, and every block of expected output must be in the output of the commands before it. Only the two ports are
// replaced by free ones, the data folder is a new one, and the step in the browser is done by its requests, without the bot check.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingLines, readGuide } from '../../server/src/testing/guide.ts'
import { root } from '../../tools/ready/folders.mjs'
import { buildWebIfStale } from '../../tools/ready/web.mjs'
import { openSession } from '../gateway-client.ts'
import { freePort, freshFolder } from '../run-server.ts'

const MARK = '=== end of block '
const LONGEST_MS = 300_000

async function main(): Promise<void> {
  buildWebIfStale()
  const [port, source_port] = [await freePort(), await freePort()]
  const data = freshFolder()
  const home = mkdtempSync(join(tmpdir(), 'portico-guide-'))
  const ported = (text: string) => text.replaceAll('8080', String(port)).replaceAll('9000', String(source_port))
  const blocks = readGuide(readFileSync(join(root, 'docs/sell-your-own-api.md'), 'utf8')).map((block) => ({
    ...block,
    text: ported(block.text),
  }))
  const program = blocks.map(({ kind, name, text }, at) => {
    if (kind === 'file') return `cat > '${name}' <<'END-OF-FILE'\n${text}\nEND-OF-FILE`
    if (kind === 'by hand')
      return `eval "$('${process.execPath}' '${import.meta.filename}' credentials http://localhost:${port})"`
    return kind === 'sh' ? `${text}\necho "${MARK}${at}"` : ''
  })
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, TMPDIR: home, LOG_LEVEL: 'error', BOT_CHECK: 'off' }
  // A group of its own, so that what the page starts in the background ends with it.
  const shell = spawn('bash', ['-eu', '-c', program.join('\n')], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const timer = setTimeout(() => endGroup(shell.pid), LONGEST_MS)
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const since = performance.now()
  // The pipe stays open as long as the servers run.
  const [code] = await once(shell, 'exit')
  clearTimeout(timer)
  endGroup(shell.pid)
  const faults = compare(blocks, output)
  console.log(
    `${((performance.now() - since) / 1000).toFixed(0)} s, ${blocks.filter(({ kind }) => kind === 'sh').length} blocks of commands, ${blocks.filter(({ kind }) => kind === 'text').length} of expected output`,
  )
  console.log(
    output
      .split('\n')
      .filter((line) => /^x-cost|^forecasts|operations are sold/.test(line))
      .join('\n'),
  )
  for (const fault of faults) console.log(fault)
  if (code !== 0) console.log(`the commands ended with ${code}; their last output:\n${output.slice(-1500)}`)
  process.exitCode = code === 0 && faults.length === 0 ? 0 : 1
  await new Promise((resolve) => setTimeout(resolve, 3000))
  rmSync(home, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
}

function compare(blocks: ReturnType<typeof readGuide>, output: string): string[] {
  let last = ''
  return blocks.flatMap(({ kind, text }, at) => {
    if (kind === 'sh') last = output.split(`${MARK}${at}\n`)[0]?.split(MARK).at(-1) ?? ''
    return kind === 'text' ? missingLines(text, last).map((line) => `not in the output: ${line}`) : []
  })
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}

/** What a person copies from the screen API Access. */
async function printCredentials(url: string): Promise<void> {
  const { post } = await openSession(url)
  const { basic } = await post('/api/access/show-password', {})
  const [login, password] = Buffer.from(String(basic), 'base64').toString().split(':')
  console.log(`API_LOGIN='${login}' API_PASSWORD='${password}'`)
}

if (process.argv[2] === 'credentials') await printCredentials(process.argv[3] ?? '')
else await main()
