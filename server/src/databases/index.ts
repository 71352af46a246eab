/**
 * Databases that are sold as files. A purchase and its booking are one transaction; files are made or published once, with
 * their hash, and served from disk or a store to whoever holds a signed link.
 */

/** Buys what a payment by card was made for, with its credit; the job, every two seconds, what was left over. */
export { completeCardOrders, databaseListener } from './complete-card-orders.ts'
/** Job, hourly: what a process that died was writing. */
export { removeUnfinished } from './files.ts'
/** Job, hourly and at the start: versions of the provider's own file, for everybody who bought updates. */
export { giveUpdates } from './give-updates.ts'
/** Job, every two seconds: files of what was bought, or the money back. */
export { preparePurchases } from './prepare.ts'
/** By the operator's hand: a new version from files in a folder, for everybody who bought updates too. */
export { publishVersion } from './publish.ts'
export { readDatabases } from './read-databases.ts'
