/** How a function is called: answered at once, queued, or looked up. */
export const METHODS = ['live', 'task', 'reference'] as const
