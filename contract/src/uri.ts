/** Text without percent-encoding; as it is where a percent sign encodes nothing. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** False where a percent sign encodes nothing: such an address is invalid. */
export function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
