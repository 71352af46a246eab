// The tests that `npm test` leaves out, since each repeats in another form what one of its tests shows: other languages, sizes,
// roles, brands and services, whole matrices, and starts and ends of programs that take their time. Journeys are run all, as
// those of a file build on each other.
import { prove } from '../../tools/proof/step.ts'
import { longSteps } from '../../tools/proof/steps.ts'

await prove(longSteps)
