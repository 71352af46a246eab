/** Scopes that can be limited or allowed: every API of the catalogue, and every function in it. */
export { scopesOf } from './get-settings.ts'
