/** False also where a bare # / or ? in the password cuts the URL short: the rest would pass for a host or a path. */
export function isPostgresAddress(address: string): boolean {
  const url = URL.parse(address)
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:'
  return isPostgres && url.hash === '' && (url.username !== '' || !address.includes('@'))
}
