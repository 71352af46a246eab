/** The product's title, then the route's, joined with ' - '. */
export function pageTitle(product: string, titles: string[]): string {
  return [product, ...titles].join(' - ')
}
