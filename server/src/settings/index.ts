/** What can be limited or allowed by itself: every API of the catalogue, and every function in it. */
export { scopesOf } from './get-settings.ts'
