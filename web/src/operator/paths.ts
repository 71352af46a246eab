export const CUSTOMERS = '/operator'

export function customerPath(id: number): string {
  return `/operator/customers/${id}`
}
