import { isDecodable } from '@portico/contract/uri.ts'
/** Everything a browser opens as a page; the rest is called by programs and answered in their own form. */
export function isPage(method: string | undefined, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|assets|v3|sandbox)\//.test(path)
}

/**
 * A page address with an invalid percent sequence is the address of no page: the router would refuse it without one.
 */
export function readableUrl(method: string | undefined, url: string): string {
  const [path = '/'] = url.split('?')
  if (/^\/+(api|assets|v3|sandbox)(?![\w-])/i.test(path)) return url
  return isPage(method, path) && !isDecodable(path) ? '/404' : url
}
