/** Texts that are rightly the same as in English, with the languages in which they are. */
export const sameInLanguage: Record<string, string[]> = {
  API: ['ru', 'de', 'es', 'fr'],
  Menu: ['fr'],
  Notifications: ['fr'],
  optional: ['de'],
  Actions: ['fr'],
  Documentation: ['fr'],
  Error: ['es'],
  Playground: ['de'],
  Sandbox: ['de', 'es'],
  Name: ['de'],
  Endpoint: ['es'],
  'Code {code}': ['de', 'fr'],
  Total: ['es', 'fr'],
  Webhooks: ['de', 'es', 'fr'],
}
