// The checks that need no database and no browser: `npm run check`.
import { prove } from './proof/step.ts'
import { fastSteps } from './proof/steps.ts'

await prove(fastSteps)
