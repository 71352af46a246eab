/** Names of APIs and functions: the key under which calls are counted, and the titles that people read. */
export { apiTitle, titleOfScope } from './api-titles.ts'
export { functionKey, functionsByKey, isCallable, titlesOf } from './name-functions.ts'
export { sentAs } from './sent-method.ts'
