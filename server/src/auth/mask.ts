/** Enough of an address for its owner to recognise it, too little for anyone else: `j•••@host.example`. */
export function maskEmail(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${[...local][0] ?? ''}•••@${host}`
}
