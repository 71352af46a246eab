/** Scopes that can be limited or allowed: every API of the catalogue, and every function in it. */
export { dailyLimits, scopesOf } from './get-settings.ts'
