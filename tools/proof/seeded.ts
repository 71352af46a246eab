// Runs before every file of tests: property tests repeat the examples of their commit.
import fc from 'fast-check'
import { conditions } from './conditions.ts'

fc.configureGlobal({ seed: conditions().seed })
