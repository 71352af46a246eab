/** The same on the server, which draws it, and in every browser: a Turkish one has another local capital of ‘i’. */
export function initialOf(title: string): string {
  return (Array.from(title.trim())[0] ?? '').toUpperCase()
}
