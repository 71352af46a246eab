/** For the status page, which has no file but itself. */
export { drawIcon } from './brand-icon.ts'
