/** Requirements no test names yet: what they ask for is not built. Every other one must be named by a test. */
export const open = ['CA-03']
