const EXTENSIONS: Record<string, string> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/xml': 'xml',
  'video/mp4': 'mp4',
}

export function mediaType(headers: Record<string, string> | undefined): string {
  return headers?.['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** How an answer that is no text can be shown; this list decides it, and any other type is only saved. */
export function previewOf(type: string): 'picture' | 'audio' | 'video' | 'pdf' | undefined {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/.test(type)) return 'picture'
  if (/^audio\/[\w.+-]+$/.test(type)) return 'audio'
  if (/^video\/(mp4|webm|ogg)$/.test(type)) return 'video'
  return type === 'application/pdf' ? 'pdf' : undefined
}

/** The name under which an answer is saved: the source's own without folders, else one by its type. */
export function fileName(headers: Record<string, string> | undefined, isJson: boolean): string {
  const [, given] = /filename="?([^";]+)"?/i.exec(headers?.['content-disposition'] ?? '') ?? []
  const name = given
    ?.split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(-100)
  return name && !name.startsWith('.') ? name : `result.${isJson ? 'json' : (EXTENSIONS[mediaType(headers)] ?? 'bin')}`
}

export function blobOf(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type })
}
