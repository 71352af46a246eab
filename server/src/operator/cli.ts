import { answerTo } from './answer.ts'

/** The operator's command line. It only calls the running server, so that every action is checked and audited there. */
const { failed, stdout, stderr } = await answerTo(process.argv.slice(2))
process.stderr.write(stderr)
process.stdout.write(stdout)
if (failed) process.exitCode = 1
