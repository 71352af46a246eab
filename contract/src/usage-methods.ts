/** How a function is asked: answered at once, queued, or looked up. */
export const METHODS = ['live', 'task', 'reference'] as const
