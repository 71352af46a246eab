// Runs the journeys alone, with Vitest's own arguments: `npm run e2e -- sign-in -t PU-04`.
import { prove } from './proof/step.ts'
import { journeySteps } from './proof/steps.ts'

// A person who runs one file may want to look at its screens.
process.env.SHOTS ??= '1'
await prove(journeySteps(process.argv.slice(2)))
