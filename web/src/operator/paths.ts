export const TODAY = '/operator'
export const CUSTOMERS = '/operator/customers'
export const REQUEST = '/operator/request'
export const TOKENS = '/operator/tokens'
export const APPROVALS = '/operator/approvals'
export const CATALOGUE = '/operator/catalogue'
export const SERVICE = '/operator/service'

export function customerPath(id: number): string {
  return `${CUSTOMERS}/${id}`
}

export function requestPath(id: string): string {
  return `${REQUEST}/${encodeURIComponent(id)}`
}

export function functionPath(id: string): string {
  return `${CATALOGUE}?${new URLSearchParams({ function: id })}`
}

export const UPLOADS = `${CATALOGUE}?show=uploads`

export function uploadPath(id: number): string {
  return `${UPLOADS}&upload=${id}`
}
