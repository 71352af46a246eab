// `npm run architecture` runs the architecture tests.
// `npm run -s architecture -- codes` names the bare codes of the data API in all files; imports are left to the reader.
// `npm run -s architecture -- untranslated [language …]` prints the English texts that these languages, or all of ours, lack, by file: what a sixth one begins with.
// `npm run -s architecture -- metrics [checkout …]` prints the size and structure of this or other checkouts, a column each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prove } from '../proof/step.ts'
import { architecture } from '../proof/steps.ts'
import { root } from '../ready/folders.mjs'
import { nameCodes } from './codes.ts'
import { metricsOf, metricsTable } from './metrics.ts'
import { filesIn, languages, untranslated } from './translations.ts'
import { readTree } from './tree.ts'

const [command, ...given] = process.argv.slice(2)

if (command === undefined) await prove([architecture])
else if (command === 'codes') {
  for (const source of readTree()) {
    const text = nameCodes(source)
    if (text !== source.text) writeFileSync(join(root, source.path), text)
  }
} else if (command === 'metrics') {
  const checkouts = given.length > 0 ? given : [root]
  console.log(metricsTable(checkouts.map((checkout) => ({ checkout, metrics: metricsOf(checkout) }))))
} else if (command === 'untranslated') {
  const lacking = (given.length > 0 ? given : languages).map((language) =>
    untranslated(language, (folder) => filesIn(folder, [...languages, language])),
  )
  console.log(JSON.stringify(Object.assign({}, ...lacking), null, 2))
} else {
  console.error('usage: npm run architecture [-- codes | metrics [checkout …] | untranslated [language …]]')
  process.exitCode = 2
}
