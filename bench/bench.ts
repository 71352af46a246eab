// Measurements, as ratios and bytes: `npm run bench -- web`; without a name it lists them. With the word
// `whole` some of them measure larger data.
const BENCHES = {
  web: 'what the sign-in page costs a first visitor: bytes, requests, largest paint against a bare HTML page',
  screens:
    'what a menu, a theme, a language, a dialog, a large chart, a long table and a key in long JSON cost the browser',
  gateway: 'what metering costs a call: throughput, CPU and waiting against a bare proxy to the same upstream',
  usage: 'what a 30-day chart, an error list and an export cost as history grows (whole: ten million calls)',
  start: 'what a start costs the processor: from the sources, bundled by npm start, and from a release',
  console:
    'how long the database works for each list of the console (whole: a hundred thousand customers, ten million calls)',
  queries: 'how many database statements a request needs, by endpoint (whole: every endpoint listed)',
  workers: 'how calls a second grow with the processes of one server (WORKERS of 1, 2 and 4), one login and a thousand',
  alternatives: 'what a call costs through nginx and through a gateway of Fastify and Redis, beside ours',
  compare: 'gateway, web, screens and start of this checkout beside another commit: compare [COMMIT] [BENCH …]',
  ledger: 'what a charged call costs the database: committed in groups against a transaction each',
}

const words = process.argv.slice(2).filter((word) => word !== 'whole')
// A comparison reads the words after it itself.
const requested = words[0] === 'compare' ? ['compare'] : words
const unknown = requested.filter((name) => !(name in BENCHES))

if (requested.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`there is no bench ${unknown.join(', ')}`)
  console.log('npm run bench -- <name> …\n')
  for (const [name, about] of Object.entries(BENCHES)) console.log(`  ${name.padEnd(13)} ${about}`)
  process.exitCode = unknown.length > 0 ? 2 : 0
} else {
  for (const name of requested) await import(`./${name}.ts`)
}
