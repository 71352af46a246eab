// All checks and tests: `npm test`.
import { conditions } from './proof/conditions.ts'
import { prove } from './proof/step.ts'
import { allSteps } from './proof/steps.ts'

// Measured before anything runs: afterwards the run itself is the load.
conditions()
await prove(allSteps)
