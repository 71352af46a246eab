// The tests that `npm test` leaves out, since each repeats a guarantee in another form: other languages, sizes,
// roles, brands and services, whole matrices, and slow starts and stops of programs. All journeys run, as those of a
// file build on each other.
import { prove } from '../../tools/proof/step.ts'
import { longSteps } from '../../tools/proof/steps.ts'

await prove(longSteps)
