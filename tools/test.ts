// All checks and tests: `npm test`.
import { prove } from './proof/step.ts'
import { allSteps } from './proof/steps.ts'

await prove(allSteps)
