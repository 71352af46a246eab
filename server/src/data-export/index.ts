/**
 * Archives of what is stored about an account or a person, made for the user who requests theirs and deleted after a
 * week. Every table is either in them or on a list with the reason why not; secrets are in none.
 */
export { dataExportRoutes } from './file-routes.ts'
export { deleteOldExports, forgetExports } from './files.ts'
export { prepareExports } from './prepare-exports.ts'
/** For staff: what waits and what was given up. */
export { exportQueue, exportQueueState, failedExports } from './queue-store.ts'
