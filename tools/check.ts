// What can be known without a database or a browser: `npm run check`.
import { prove } from './proof/step.ts'
import { fastSteps } from './proof/steps.ts'

await prove(fastSteps)
