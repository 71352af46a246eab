/**
 * Databases that are sold as files. A purchase and its booking are one transaction; files are made or published once, with their
 * hash, and served from disk or a store to every holder of a signed link.
 */

/** Buys the database that a card payment was made for, with its credit; the job, every two seconds, retries the rest. */
export { completeCardOrders, databaseListener } from './complete-card-orders.ts'
/** Job, hourly: deletes files that a dead process was writing. */
export { removeUnfinished } from './files.ts'
/** Job, hourly and at the start: versions of the provider's own file, for every buyer with updates. */
export { giveUpdates } from './give-updates.ts'
/** Job, every two seconds: makes the files of purchases, or refunds them. */
export { preparePurchases } from './prepare.ts'
/** For the operator: a new version from files in a folder, also for every buyer with updates. */
export { publishVersion } from './publish.ts'
export { readDatabases } from './read-databases.ts'
