export { checkAll, checkFile, refused } from './check-file.ts'
export type { CheckJob } from './check-worker.ts'
export type { CatalogueDiff } from './compare.ts'
export { runCheck } from './run-check.ts'
/** Files that count beside those of the provider folder, and from which moment on they do, on all instances. */
export {
  type Activation,
  filesOf,
  insertActivation,
  insertUpload,
  readActivations,
  uploadHeads,
} from './store.ts'
