export const TOGETHER_PATH = '/api/together'
/** The most reads in one request; more go into a second one. */
export const TOGETHER_MOST = 12
/** One line of the reply, in the order of completion: which read it answers, its status, and what it would have sent alone. */
export type TogetherLine = [index: number, status: number, body: unknown]
